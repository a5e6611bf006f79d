/**
 * A campaign of a hundred recipients that is launched, paused, edited and resumed under traffic, while the API dies, and the
 * carrier refuses, breaks, hangs, and reports twice and in any order.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { behave } from '../support/phone.ts'
import { until } from '../support/until.ts'
import { addRecipients, createCampaignDesk } from './campaign-desk.ts'
import { checkCampaign, checkTextedTwice, readTexts } from './check-campaign.ts'
import { CEDAR } from './clinics.ts'
import { killApi } from './kill-api.ts'
import type { Day } from './rounds.ts'
import type { ChaosWorld } from './world.ts'

const WRITTEN_WITHIN_MS = 60_000
const HANGS_MS = 700
const USUAL = { answer: 'normal', times: null, repeatCallbacks: false, reorderCallbacks: false } as const
const BEGINNINGS = ['Hi', 'Hello'] as const

/** The mark is in the texts of this campaign alone, whatever was sent before. */
const markOf = ({ ledger }: Day, kind: string) => {
  ledger.count(`campaigns ${kind}`)
  return `${kind} ${ledger.counts.get(`campaigns ${kind}`)}.`
}
const contentOf = (beginning: string, mark: string) =>
  `${beginning} {{firstName}} {{lastName}}! Flu shots, ${mark} {{clinic}}`

export async function campaignRound(day: Day, withinMs = 25_000): Promise<void> {
  const { world, ledger, traffic, staff } = day
  const { store } = world
  const recipients = await addRecipients(store)
  const desk = createCampaignDesk(staff)
  const mark = markOf(day, 'list')
  const [first, second] = BEGINNINGS
  traffic.start()
  day.openThreads()
  await carrierDoes(day, { repeatCallbacks: true, reorderCallbacks: true, retryAfterS: 1 })
  const id = await desk.launch(mark, contentOf(first, mark), recipients.patientIds)
  const written = async () => {
    const [row] = await store.ask<{ texts: number }>(
      "select count(*)::int as texts from messages where organization_id = $1 and campaign_id = $2 and direction = 'outbound'",
      [CEDAR.id, id],
    )
    return row?.texts ?? 0
  }
  const untilWritten = (least: number) => until(async () => (await written()) >= least, WRITTEN_WITHIN_MS)

  await untilWritten(10)
  await carrierDoes(day, { answer: 'tooMany', times: 8 })
  await untilWritten(20)
  await carrierDoes(day, { answer: 'error', times: 5 })
  await untilWritten(30)
  await killApi(day, 'a campaign')
  await traffic.stop()
  await untilWritten(45)
  await desk.pause(id)
  const before = await written()
  await killApi(day, 'a campaign')
  await desk.save(id, contentOf(second, mark))
  const after = await written()
  ledger.hold('I21', before === after, () => `a paused campaign wrote ${after - before} texts`)
  await desk.resume(id)
  await untilWritten(55)
  await carrierDoes(day, { answer: 'hang', times: 5 })
  await untilWritten(65)
  await losesCalls(world)

  const expected = { ...recipients, beginningOf: (revision: number) => (revision === 1 ? first : second) }
  await checkCampaign(world, ledger, { id, mark, ...expected })
  await behave(world.sandboxUrl, USUAL)
  await day.rest(withinMs)
  await day.checkConsumerNow()
}

const carrierDoes = ({ world, ledger }: Day, change: Parameters<typeof behave>[1]) => {
  ledger.count(`fault of a campaign: the carrier ${change.answer ?? 'repeats its reports'}`)
  return behave(world.sandboxUrl, change)
}

/** Calls to the carrier get no answer for a time, and never arrive. */
async function losesCalls({ lines }: Pick<ChaosWorld, 'lines'>): Promise<void> {
  const line = lines.find(({ name }) => name === 'api to carrier')
  await line?.turn('swallow')
  await pause(HANGS_MS)
  line?.cut()
  await line?.turn('open')
}

/** Launches a campaign to a few recipients, and looks for texts that went out twice. */
export async function campaignIsSent(day: Day): Promise<void> {
  const { world, ledger, staff } = day
  const { patientIds } = await addRecipients(world.store)
  const desk = createCampaignDesk(staff)
  const mark = markOf(day, 'short list')
  const id = await desk.launch(mark, contentOf(BEGINNINGS[0], mark), patientIds.slice(40, 50))
  // The two go to different numbers.
  await until(async () => (await readTexts(world, mark)).length >= 2)
  await checkTextedTwice(world, ledger, mark)
  await desk.stop(id)
}
