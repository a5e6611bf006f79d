/** A campaign from its count to its results, on two screens, sixty phones and the carrier's own list. */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Page } from '@playwright/test'
import { type Member, signIn } from '../support/member.ts'
import { phone } from '../support/phone.ts'
import { CLINIC_NUMBERS, type World } from '../support/world.ts'
import { choose, expect, isLive, pointAway, row, rows, test } from './fixtures.ts'

const ORGANIZATION = 'org_cedar'
const INSURANCE = 'Kestrel Mutual'
const NAME = 'Kestrel visits'
const WORDS = 'Kestrel visit: {{firstName}}, reply with a day that suits you. {{clinic}}'
const NEW_WORDS = 'Kestrel visit: {{firstName}}, reply with a morning that suits you. {{clinic}}'
/** No phone shows this letter, so a patient of this name has no first name. */
const NO_LETTER = '\uE000'

/** At any time the clock of one of these is near noon, and that of another near midnight. */
const ZONES = [
  ...['Pacific/Honolulu', 'America/Los_Angeles', 'America/New_York', 'Atlantic/Azores', 'Europe/Berlin'],
  ...['Asia/Dubai', 'Asia/Kolkata', 'Asia/Bangkok', 'Asia/Tokyo', 'Pacific/Auckland'],
]

function zoneNear(hour: number): string {
  const away = (zone: string) => {
    const [hours = 0, minutes = 0] = wallTime(new Date(), zone).time.split(':').map(Number)
    const apart = Math.abs(hours + minutes / 60 - hour)
    return Math.min(apart, 24 - apart)
  }
  return ZONES.toSorted((one, other) => away(one) - away(other))[0] ?? 'UTC'
}

interface Sixty {
  readonly numbers: readonly string[]
  readonly landlines: readonly string[]
  readonly unreachable: readonly string[]
  readonly optedOut: readonly string[]
  readonly optedOutIds: readonly string[]
}

/** Their numbers are those of no other test: tests share a world. */
const COUNT = 60

/** The last two share a number, and the two before them are asleep. */
async function addSixty(ana: Member): Promise<Sixty> {
  const numbers = Array.from(
    { length: COUNT },
    (_, index) => `+1512551${String(Math.min(index, COUNT - 2)).padStart(4, '0')}`,
  )
  const [awake, asleep] = [zoneNear(13), zoneNear(1)]
  const ids: string[] = []
  for (const [index, phoneNumber] of numbers.entries()) {
    const { data } = await ana.call('addPatient', {
      body: {
        ...{ organizationId: ORGANIZATION, phoneNumber, insuranceType: INSURANCE, lastName: 'Kestrel' },
        firstName: index < 2 ? NO_LETTER : `Bird${index}`,
        timezone: index === COUNT - 3 || index === COUNT - 4 ? asleep : awake,
      },
    })
    ids.push(data._id)
  }
  const at = (...places: number[]) => places.map((place) => numbers[place] ?? '')
  return { numbers, landlines: at(30, 31), unreachable: at(32), optedOut: at(5, 6), optedOutIds: ids.slice(5, 7) }
}

const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`)
const status = (page: Page) => page.getByRole('status', { name: 'Status' })

async function figures(page: Page, expected: Record<string, number>): Promise<void> {
  for (const [name, number] of Object.entries(expected))
    await expect(figure(page, name), name).toHaveText(String(number), { timeout: 180_000 })
}

async function pace(ana: Member, segmentsPerSecond: number): Promise<void> {
  const query = { organizationId: ORGANIZATION }
  const { data } = await ana.call('outreachSettings', { query })
  await ana.call('saveOutreachSettings', { body: { ...query, ...data, segmentsPerSecond } })
}

async function read(member: Member, id: string): Promise<Campaign> {
  const { data } = await member.call('campaign', { params: { id }, query: { organizationId: ORGANIZATION } })
  return data
}

async function carried(world: World): Promise<{ to: string; body: string; status: string }[]> {
  const { messages } = (await (await fetch(`${world.url}/sandbox/messages`)).json()) as {
    messages: { to: string; body: string; status: string; direction: string }[]
  }
  return messages.filter(({ direction, body }) => direction !== 'inbound' && body.startsWith('Kestrel visit: '))
}

/** The next whole minute that leaves time to press the button. */
function soon(): { date: string; time: string } {
  const at = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000)
  const { day: date, time } = wallTime(at, 'America/Chicago')
  return { date, time }
}

async function ruleOfInsurance(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await choose(page, 'Rule 1, field', 'Insurance')
  await page.getByRole('textbox', { name: 'Rule 1, value' }).fill(INSURANCE)
}

test('a campaign of 60 is counted, scheduled, watched on two screens, paused, edited, resumed and answered, and results, inbox and carrier agree [CAMP-01] [CALL-CAMPAIGN-01] [CALL-CAMPAIGN-02] [ENTITY-18]', async ({
  desk,
  world,
  carrier,
}) => {
  const ana = await signIn(world.url, 'ana@demo.test')
  const { numbers, landlines, unreachable, optedOut, optedOutIds } = await addSixty(ana)
  await carrier({ landlines: [...landlines], unreachable: [...unreachable] })
  await pace(ana, 1)
  const phones = numbers.map((number) => phone(world.url, number, CLINIC_NUMBERS.org_cedar))
  for (const number of optedOut) await phone(world.url, number, CLINIC_NUMBERS.org_cedar).text('STOP')
  // The patients are counted once, and a STOP that is taken in later would change no count on the screen.
  const audience = { kind: 'patients' as const, patientIds: [...optedOutIds] }
  const asked = { organizationId: ORGANIZATION, type: 'SMS' as const, audience }
  await expect
    .poll(async () => (await ana.call('campaignAudience', { body: asked })).data.skipped)
    .toEqual([{ reason: 'opted_out', count: optedOut.length }])
  const [lena, dana, sam] = [
    (await desk('lena@demo.test', '/campaigns/new')).page,
    (await desk('dana@demo.test', '/campaigns')).page,
    (await desk('sam@demo.test')).page,
  ]
  for (const page of [lena, dana, sam]) await isLive(page)

  // Counted.
  await lena.getByRole('textbox', { name: 'Campaign name' }).fill(NAME)
  await ruleOfInsurance(lena)
  await lena.getByRole('textbox', { name: 'Text', exact: true }).fill(WORDS)
  const recipients = lena.getByRole('status', { name: 'Recipients' })
  await expect(recipients).toHaveText('55 of 60 matching patients will get this text')
  await lena.getByRole('button', { name: 'Words for missing details' }).click()
  await lena.getByRole('textbox', { name: 'Instead of first name' }).fill('there')
  await expect(recipients).toHaveText('57 of 60 matching patients will get this text')
  const reasons = lena.getByRole('list', { name: 'Who gets it and who does not' })
  await expect(reasons).toContainText('2 opted out')
  await expect(reasons).toContainText('1 share a number')
  await expect(lena.getByText('No first name on file for 2 patients.')).toBeVisible()
  await expect(lena.getByRole('status', { name: 'Segments' })).toContainText('1 segment')

  // Scheduled.
  const { date, time } = soon()
  await lena.getByRole('combobox', { name: 'Date' }).fill(date)
  await lena.getByRole('combobox', { name: 'Time' }).fill(time)
  await lena.getByRole('radio', { name: 'The clinic’s clock' }).check()
  await lena.getByRole('combobox', { name: 'Pace' }).selectOption('')
  await lena.getByRole('button', { name: 'Schedule 57 texts' }).click()
  await lena.getByRole('alertdialog').getByRole('button', { name: 'Schedule 57 texts' }).click()
  await expect(status(lena)).toContainText(/Scheduled|Running/)
  const id = new URL(lena.url()).pathname.split('/').at(-1) ?? ''
  expect(lena.url()).toBe(`${world.url}/campaigns/${id}`)
  const listed = dana.getByRole('list', { name: 'Campaigns' }).locator(`[data-campaign-id="${id}"]`)
  await expect(listed).toContainText(NAME)
  await listed.getByRole('link', { name: NAME }).click()

  // Watched on both screens, then paused. What is on its way still arrives.
  for (const page of [lena, dana]) await expect(status(page)).toContainText('Running', { timeout: 240_000 })
  await expect(async () => expect(Number(await figure(dana, 'delivered').textContent())).toBeGreaterThan(5)).toPass()
  await lena.getByRole('button', { name: 'Pause' }).click()
  for (const page of [lena, dana]) await expect(status(page)).toContainText('Paused')
  await expect.poll(async () => (await read(ana, id)).states.queued).toBe(0)
  const paused = await read(ana, id)
  expect(paused.states.waiting).toBeGreaterThan(2)
  expect(await carried(world)).toHaveLength(paused.results.sent)
  for (const page of [lena, dana]) await figures(page, { sent: paused.results.sent, waiting: paused.states.waiting })

  // Edited: who has the text keeps it, the others get the new words.
  await lena.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(lena.getByRole('status', { name: 'Saving' })).toBeVisible()
  await lena.getByRole('textbox', { name: 'Text', exact: true }).fill(NEW_WORDS)
  await expect(lena.getByRole('status', { name: 'Saving' })).toContainText('by you')
  await expect.poll(async () => (await read(ana, id)).steps[0]?.content).toBe(NEW_WORDS)
  await lena.goBack()
  await pace(ana, 20)
  await lena.getByRole('button', { name: 'Resume' }).click()
  for (const page of [lena, dana]) {
    await figures(page, { sent: 55, delivered: 52, failed: 3, waiting: 2, skipped: 3, replied: 0 })
    await expect(status(page)).toContainText('Running')
    const causes = page.getByRole('list', { name: 'Causes' })
    await expect(causes).toContainText('2 The number is a landline or cannot receive texts.')
    await expect(causes).toContainText('1 The phone could not be reached.')
  }
  const texts = await carried(world)
  expect(new Set(texts.map(({ to }) => to)).size).toBe(55)
  expect(texts).toHaveLength(55)
  expect(texts.filter(({ body }) => body.includes('a day that suits')).length).toBe(paused.results.sent)
  expect(texts.filter(({ body }) => body.includes('there,')).length).toBe(2)
  expect(texts.filter(({ status: said }) => said === 'delivered').length).toBe(52)

  // The inbox is quiet until somebody answers.
  await expect(row(sam, 'Kestrel')).toHaveText([/Kestrel/, /Kestrel/])
  const answering = phones.slice(10, 15)
  for (const [place, one] of answering.entries())
    await one.text(place === 4 ? 'STOP' : `Kestrel morning ${place + 1} please`)
  for (const page of [lena, dana]) await figures(page, { replied: 4, optedOut: 1 })
  for (const place of [1, 2, 3, 4]) await expect(row(sam, `Kestrel morning ${place} please`)).toContainText(NAME)
  await dana
    .getByRole('link', { name: /^Inbox/ })
    .filter({ hasText: 'the conversations of those who answered' })
    .click()
  await expect(rows(dana)).toHaveCount(4)
  await pointAway(dana)
  await expect(row(dana, 'Kestrel morning 1 please')).toBeVisible()

  // Stopped: those who are asleep get nothing.
  await lena.getByRole('button', { name: 'Stop', exact: true }).click()
  await lena.getByRole('alertdialog').getByRole('button', { name: 'Stop the campaign' }).click()
  await expect(status(lena)).toContainText('Stopped')
  await figures(lena, { sent: 55, delivered: 52, failed: 3, waiting: 0, skipped: 3, cancelled: 2, replied: 4 })
  await pace(ana, 1)
})
