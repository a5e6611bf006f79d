/**
 * The demo's campaigns and templates, with the texts in the patients' threads, the answers and the clicks of those that ran. They
 * read the patients as the store has them, so they are added after the organizations. No text leaves by itself: what waits is due
 * days ahead, or belongs to a paused campaign.
 */
import { PER_HOUR_DEFAULT, TIME_OF_RUNS } from '@foyer/contracts/campaign/limits.rules.ts'
import { firstStep } from '@foyer/contracts/campaign/steps.rules.ts'
import type { Tx } from '../db/tx.ts'
import {
  type CampaignState,
  draftBy,
  firstDue,
  launchedAt,
  nextRunOf,
  planAudience,
  readPlanPolicy,
  recountFigures,
  saveCampaign,
} from '../modules/campaign/campaign.ts'
import type { BaseServices } from '../services.ts'
import { type Calendar, createCalendar } from './calendar.rules.ts'
import { answerFluTexts, optOutOf, unsubscribeSome } from './demo-campaign-answers.ts'
import { fluPeople, markBookings, portalPeople } from './demo-campaign-people.store.ts'
import { type Ending, type Run, writeRun } from './demo-campaign-runs.ts'
import { cedarCampaigns, type DemoCampaign, draftElsewhere, templatesOf } from './demo-campaign-words.ts'
import { DEMO_ORGANIZATIONS, type DemoOrganization } from './demo-organizations.ts'

type SeedServices = Pick<BaseServices, 'database' | 'clock' | 'config'>

/** To a store that the demo has just filled. */
export async function addDemoCampaigns({ database, clock, config }: SeedServices): Promise<void> {
  const now = clock.now()
  const parts = { clock: { now: () => now }, config }
  for (const organization of DEMO_ORGANIZATIONS)
    await database.write(organization.id, async (tx) => {
      const { policy } = await readPlanPolicy(tx, parts, organization.id)
      const calendar = createCalendar(organization.timezone, now)
      const about: About = { organization, calendar, policy }
      await addTemplates(tx, about)
      const draft = draftElsewhere(organization.id, calendar)
      if (draft) saveCampaign(tx, stateOf(draft, about))
      else await addCedarCampaigns(tx, about)
    })
}

interface About {
  readonly organization: DemoOrganization
  readonly calendar: Calendar
  readonly policy: Run['policy']
}

async function addCedarCampaigns(tx: Tx, about: About): Promise<void> {
  const { id: organizationId } = about.organization
  const all = new Map(cedarCampaigns(about.calendar).map((one) => [one.id, one]))
  const the = (id: string) => {
    const found = all.get(id)
    if (!found) throw new Error(`The demo has no campaign ${id}.`)
    return found
  }
  for (const id of ['cmp_flu', 'cmp_recall']) saveCampaign(tx, stateOf(the(id), about))

  // In the order of time, because the later ones leave out whoever opted out of the earlier ones.
  const news = await runOf(tx, about, the('cmp_news'))
  await unsubscribeSome(tx, await writeRun(tx, news, { endingOf: endOfMail, clickEvery: 3 }))
  const birthdays = await runOf(tx, about, the('cmp_birthdays'))
  const greeted = await writeRun(tx, birthdays, { endingOf: endOfGreeting, clickEvery: 5 })
  await optOutOf(tx, greeted, { most: 4 })

  const people = await fluPeople(tx, organizationId, the('cmp_flu_last').at ?? about.calendar.now)
  const flu = await runOf(tx, about, listing(the('cmp_flu_last'), people.all))
  const invited = await writeRun(tx, flu, {
    endingOf: ({ patientId }) => people.endings.get(patientId) ?? { state: 'delivered' },
    clickEvery: 3,
  })
  await answerFluTexts(tx, invited, people)

  const listed = await portalPeople(tx, organizationId, people.all)
  const portal = await runOf(tx, about, listing(the('cmp_portal'), listed))
  await writeRun(tx, portal, { endingOf: (_, place) => endOfPortal(place), clickEvery: 4 })
  const checkups = await runOf(tx, about, the('cmp_checkups'))
  await writeRun(tx, checkups, { endingOf: () => ({ state: 'waiting' }), clickEvery: null })

  await markBookings(tx, organizationId)
  for (const run of [news, birthdays, flu, portal, checkups]) await settle(tx, run)
  // Their figures are counted here, so that nothing is told at the first start.
  for (const table of ['campaign_changes', 'campaign_news'] as const)
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).execute()
}

/** The texts that the carrier took and never told of, and those that failed, are among the others. */
function endOfMail(_: unknown, place: number): Ending {
  if (place === 5) return { state: 'failed', reason: 'The e-mail service refused the mail.' }
  return place === 11 ? { state: 'unconfirmed' } : { state: 'sent' }
}

function endOfGreeting(_: unknown, place: number): Ending {
  return place % 17 === 16 ? { state: 'failed', code: '30003' } : { state: 'delivered' }
}

/** After 24 texts a quarter has failed, which is more than the limit of 20 percent. */
const PORTAL_SENT = 24

function endOfPortal(place: number): Ending {
  if (place >= PORTAL_SENT) return { state: 'waiting' }
  return place % 4 === 3 ? { state: 'failed', code: '30007' } : { state: 'delivered' }
}

function listing(demo: DemoCampaign, patientIds: readonly string[]): DemoCampaign {
  return { ...demo, audience: { kind: 'patients', patientIds: [...patientIds] } }
}

/** Plans the audience at the time of the campaign, as the product did then. */
async function runOf(tx: Tx, about: About, demo: DemoCampaign): Promise<Run> {
  const { calendar, policy } = about
  const state = stateOf(demo, about)
  // A foreign key leads from its sends to it.
  saveCampaign(tx, state)
  if (demo.audience === null || demo.at === null) throw new Error(`${demo.id} has no audience or no time.`)
  const now = demo.at < calendar.now ? demo.at : calendar.now
  const planned = await planAudience(tx, { campaign: state, policy, now })
  return { campaign: state, planned, calendar, policy }
}

function stateOf(demo: DemoCampaign, { organization }: About): CampaignState {
  const { id: organizationId, timezone } = organization
  const { id, name, type, purpose, subject, content, fallbacks, audience, status, at, by, savedAt, templateId } = demo
  const isPaused = status === 'paused'
  return {
    ...draftBy({ userId: by?.userId ?? null, name: by?.name ?? null, at: savedAt }),
    ...{ _id: id, organizationId, name, type, purpose, fallbacks, audience, status, timezone, templateId },
    ...{ kind: templateId === null ? 'once' : 'recurring', period: templateId && at && dayOf(at, timezone) },
    ...{ steps: [firstStep({ subject, content })], clock: 'patient', scheduledAt: at, perHour: PER_HOUR_DEFAULT },
    ...{ failurePercent: 20, trackLinks: true, trackOpens: false, pauseReason: isPaused ? 'failures' : null },
  }
}

function dayOf(at: Date, timezone: string): string {
  return createCalendar(timezone, at).dayOf(at)
}

/** Begins and ends the campaign by its ledger, and counts its figures. */
async function settle(tx: Tx, { campaign, planned }: Run): Promise<void> {
  const { organizationId, _id: campaignId, status, scheduledAt } = campaign
  const key = { organizationId, campaignId }
  const [last] = await tx
    .selectFrom('campaign_sends')
    .select('at')
    .where('organization_id', '=', organizationId)
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['sent', 'delivered', 'failed', 'unconfirmed'])
    .orderBy('at', 'desc')
    .limit(1)
    .execute()
  const startedAt = status === 'scheduled' ? null : scheduledAt
  const ended = {
    ...campaign,
    ...{ startedAt, failuresSince: startedAt, finishedAt: status === 'finished' ? (last?.at ?? startedAt) : null },
    ...{ prepared: planned.length, preparedTo: planned.at(-1)?.facts.patientId ?? null },
    figures: await recountFigures(tx, key),
  }
  saveCampaign(tx, ended, { due: status === 'scheduled' ? await firstDue(tx, key) : null })
}

async function addTemplates(tx: Tx, { organization, calendar }: About): Promise<void> {
  const { id: organizationId, timezone } = organization
  for (const { id, name, frequencyDays, content, audience, ran } of templatesOf(organizationId, calendar)) {
    const planned = { frequencyDays, timeOfDay: TIME_OF_RUNS, startsOn: null, nextRunAt: null }
    const lastRunAt = ran?.at ?? null
    const active = ran !== null
    const nextRunAt = nextRunOf({ ...planned, active, lastRunAt }, { now: calendar.now, timezone })
    await tx
      .insertInto('notifier_templates')
      .values({
        ...{ organization_id: organizationId, id, name, frequency_days: frequencyDays, type: 'SMS', purpose: 'care' },
        ...{ subject: null, content, audience: audience && JSON.stringify(audience), time_of_day: TIME_OF_RUNS },
        ...{ starts_on: null, active, next_run_at: nextRunAt, last_run_at: lastRunAt, missed: '[]', version: 0 },
        ...{ due_at: nextRunAt && launchedAt(nextRunAt, timezone), last_campaign_id: ran?.campaignId ?? null },
        created_at: calendar.at(-60, '11:00'),
      })
      .execute()
  }
}
