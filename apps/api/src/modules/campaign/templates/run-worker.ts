/** Makes one campaign of a template for each of its periods, and launches it. */
import { PER_HOUR_DEFAULT } from '@foyer/contracts/campaign/limits.rules.ts'
import { firstStep } from '@foyer/contracts/campaign/steps.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import type { Held } from '../../../workers/queue-worker.ts'
import { countLaunch, stageLaunch } from '../audience/launch.ts'
import { readPlanPolicy } from '../audience/plan-policy.ts'
import { draftBy } from '../campaigns/asked-campaign.rules.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import { assertReady, type LaunchFacts, problemsOfWords } from '../campaigns/campaign-problems.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { type DueRuns, dueRuns } from './runs.rules.ts'
import { stageTemplate } from './template-change.ts'
import { judgedOf, missOf, type TemplateState, withMissed } from './template-state.rules.ts'
import { dueTemplates, findDueTemplate, hasRun, type TemplateId } from './templates.store.ts'

type RunServices = Pick<Services, 'clock' | 'config' | 'database' | 'newId'>

const LANE = 'bulk'

export function startRunWorker(parts: Services, options: { readonly pollMs?: number } = {}): Worker {
  const work = {
    name: 'a run of a template',
    queue: dueTemplates,
    take: (due: TemplateId, held: Held) => runTemplate(parts, due, held),
    outcomes: { name: 'foyer_template_runs_total', help: 'Outcomes of due runs of templates' },
  }
  return startDueWorker(parts, work, options)
}

/** The audience is counted first, in transactions of its own, as for the launch by a person. */
async function runTemplate(parts: RunServices, due: TemplateId, held: Held): Promise<string> {
  const { organizationId } = due
  const { database } = parts
  const counted = await countRun(parts, due, held)
  return database.write(
    organizationId,
    async (tx) => {
      const [found, { facts }] = await Promise.all([
        findDueTemplate(tx, due, { worker: held.worker, isLocked: true }),
        readPlanPolicy(tx, parts, organizationId),
      ])
      if (!found) return 'gone'
      // Somebody changed it meanwhile: it is due again as soon as the lease has ended.
      if (found.template.version !== counted.version) return 'changed'
      return run(tx, parts, found.template, { facts, runs: runsOf(found, facts), counted })
    },
    LANE,
  )
}

interface Counted {
  readonly version: number
  readonly willGet: number | null
  readonly refusal: Refusal | null
}

async function countRun(parts: RunServices, due: TemplateId, { worker }: Held): Promise<Counted> {
  const { organizationId } = due
  const [found, { facts, policy }] = await parts.database.read(
    organizationId,
    (tx) =>
      Promise.all([findDueTemplate(tx, due, { worker, isLocked: false }), readPlanPolicy(tx, parts, organizationId)]),
    LANE,
  )
  if (!found) return { version: -1, willGet: null, refusal: null }
  const { template } = found
  const { version } = template
  const { run: at } = runsOf(found, facts)
  if (at === null) return { version, willGet: null, refusal: null }
  return asRefused<Counted>(
    async () => {
      assertReady(problemsOfWords(judgedOf(template), facts))
      const campaign = campaignOfRun(template, { id: '', at, facts })
      return { version, willGet: await countLaunch(parts, campaign, policy, LANE), refusal: null }
    },
    (refusal) => ({ version, willGet: null, refusal }),
  )
}

function runsOf({ template, now }: { template: TemplateState; now: Date }, { clinic }: LaunchFacts): DueRuns {
  const { nextRunAt } = template
  if (nextRunAt === null) throw new Error('A template is due that does not run.')
  return dueRuns({ ...template, nextRunAt }, { now, timezone: clinic.timezone })
}

interface Running {
  readonly facts: LaunchFacts
  readonly runs: DueRuns
  readonly counted: Counted
}

async function run(tx: Tx, parts: RunServices, template: TemplateState, { facts, runs, counted }: Running) {
  const { organizationId, _id: templateId } = template
  const { clinic, now } = facts
  const late = runs.missed.map((at) => missOf(at, 'late'))
  let after = withMissed({ ...template, nextRunAt: runs.nextRunAt }, late)
  const changes: Change[] = []
  const at = runs.run
  const isNew = at !== null && !(await hasRun(tx, { organizationId, templateId, period: dayIn(at, clinic.timezone) }))
  if (isNew) {
    const campaign = campaignOfRun(template, { id: parts.newId(), at, facts })
    const staged = await asRefused(
      async () => {
        if (counted.refusal !== null) throw counted.refusal
        return {
          telling: await stageLaunch(tx, parts, campaign, { facts, willGet: counted.willGet }),
          isLaunched: true,
        }
      },
      async () => ({ telling: await tellCampaign(tx, campaign), isLaunched: false }),
    )
    changes.push(staged.telling.change)
    after = staged.isLaunched
      ? { ...after, lastRunAt: at, lastCampaignId: campaign._id }
      : withMissed(after, [missOf(at, 'not_ready', campaign._id)])
  }
  const { change } = stageTemplate(tx, after, clinic.timezone)
  await appendEvents(tx, { organizationId, at: now }, [...changes, change])
  if (isNew) return after.lastRunAt === at ? 'launched' : 'not_ready'
  return at === null ? 'missed' : 'repeated'
}

/** Refusals that another try would meet again: the run becomes a draft, and the template says so. */
const LASTING: readonly string[] = ['not_ready', 'too_many', 'no_number', 'no_channel', 'not_found']

async function asRefused<T>(work: () => Promise<T>, refused: (refusal: Refusal) => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && LASTING.includes(error.reason)) return refused(error)
    throw error
  }
}

interface Run {
  readonly id: string
  readonly at: Date
  readonly facts: LaunchFacts
}

/** The campaign of one period. Its time is on the clocks of the patients; a late one takes the time of now. */
function campaignOfRun(template: TemplateState, { id, at, facts }: Run): CampaignState {
  const { organizationId, _id: templateId, name, type, purpose, subject, content, audience } = template
  const { clinic, settings, now } = facts
  const { timezone } = clinic
  return {
    ...draftBy({ userId: null, name: null, at: now }),
    ...{ _id: id, organizationId, name, kind: 'recurring', templateId, period: dayIn(at, timezone), type, purpose },
    ...{ audience, steps: [firstStep({ content, subject })], clock: 'patient', timezone },
    ...{ perHour: PER_HOUR_DEFAULT, failurePercent: settings.failurePercent, fallbacks: {}, trackLinks: true },
    ...{ trackOpens: false, scheduledAt: at < now ? now : at },
  }
}
