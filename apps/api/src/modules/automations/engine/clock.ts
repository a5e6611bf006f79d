/**
 * Timed rules. Nothing is planned ahead: a pass finds the moments that came since the last one, by today's rows. Each cause is
 * written and judged in a transaction of its own; one that is in the journal was judged, so a pass may be repeated.
 */
import { type Cause, isTimed } from '@foyer/contracts/automations/causes.rules.ts'
import { judge } from '@foyer/contracts/automations/judge.rules.ts'
import { triggerKinds } from '@foyer/contracts/automations/triggers.rules.ts'
import { sql } from 'kysely'
import { CONSUMER_WAIT_MS } from '../../../db/database.ts'
import type { Queries, Tx } from '../../../db/tx.ts'
import { appendEvents, readHead } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import type { Worker } from '../../../workers/loop.ts'
import { createQueue } from '../../../workers/queue.ts'
import { type Held, startQueueWorker } from '../../../workers/queue-worker.ts'
import { readClinicFacts } from '../clinic-facts.ts'
import { keepFacts, openVersion, type VersionInSpan, writeCause } from './causes.store.ts'
import { type EngineServices, isStart, judgeAndDo } from './engine.ts'
import { readFacts } from './facts.store.ts'
import { findMoments } from './moments.store.ts'

export interface RuleClock {
  readonly organizationId: string
  readonly automationId: string
  /** The moments up to it are looked through. */
  readonly sweptTo: Date
}

const LEASE_S = 60
const NEEDED_MS = CONSUMER_WAIT_MS + 2000
const AT_ONCE = 2
/** The time between two passes of a rule. */
const PASS_MS = 15_000

const ruleClocks = createQueue<RuleClock>({
  table: 'automation_clocks',
  topic: null,
  key: { organizationId: 'organization_id', automationId: 'automation_id' },
  fields: { sweptTo: 'swept_to' },
  attempts: 'attempts',
})

export function startClock(parts: Services, { pollMs = 5000 }: { readonly pollMs?: number } = {}): Worker {
  return startQueueWorker<RuleClock>(parts, {
    ...{ name: 'the clock of automations', queue: ruleClocks, leaseS: LEASE_S, atOnce: AT_ONCE, pollMs },
    async lease(queries, asked) {
      await addClocks(queries, parts.clock.now())
      return ruleClocks.lease(queries, asked)
    },
    take: (clock, held) => sweep(parts, clock, held),
    giveBack: (queries, clock, worker) => ruleClocks.release(queries, clock, { worker, delayMs: PASS_MS }),
    outcomes: { name: 'foyer_automation_passes_total', help: 'Outcomes of passes of timed automations' },
  })
}

const TIMED = triggerKinds.filter(isTimed)

/** A timed rule that came into force begins now, and starts nothing for what is past. One statement. */
export async function addClocks(queries: Queries, now: Date): Promise<void> {
  await sql`
    insert into automation_clocks (organization_id, automation_id, swept_to)
    select s.organization_id, s.automation_id, ${now} from automation_spans as s
    join automation_versions as v
      on v.organization_id = s.organization_id and v.automation_id = s.automation_id and v.number = s.number
    where s.to_seq is null and v.definition->'trigger'->>'kind' = any(${[...TIMED]}::text[])
      and not exists (select from automation_clocks as clock
        where clock.organization_id = s.organization_id and clock.automation_id = s.automation_id)
    on conflict do nothing`.execute(queries)
}

/** Judges the moments since the last pass. Returns how it ended. */
export async function sweep(
  parts: EngineServices,
  clock: RuleClock,
  { worker, leftMs, stopping }: Pick<Held, 'worker' | 'leftMs' | 'stopping'>,
): Promise<string> {
  const { database } = parts
  const { organizationId, automationId } = clock
  const to = parts.clock.now()
  const found = await database.read(organizationId, async (tx) => {
    const version = await openVersion(tx, organizationId, automationId)
    if (version === undefined || !isTimed(version.definition.trigger.kind)) return null
    const clinic = await readClinicFacts(tx, parts.config, organizationId)
    const span = { organizationId, automationId, from: clock.sweptTo.getTime(), to: to.getTime(), clinic }
    return { version, causes: await findMoments(tx, span, version.definition.trigger) }
  })
  if (found === null) {
    await database.systemStatement((queries) => forget(queries, clock, worker))
    return 'not in force'
  }
  for (const cause of found.causes) {
    if (stopping.aborted || leftMs() < NEEDED_MS) {
      await database.systemStatement((queries) => ruleClocks.release(queries, clock, { worker, delayMs: 0 }))
      return 'more'
    }
    await database.write(
      organizationId,
      (tx) => judgeMoment(tx, parts, { organizationId, cause, version: found.version }),
      'consumer',
    )
  }
  const swept = { worker, delayMs: PASS_MS, set: { swept_to: to, attempts: 0 } }
  const isHeld = await database.systemStatement((queries) => ruleClocks.release(queries, clock, swept))
  return isHeld ? 'swept' : 'lost'
}

/** Its rule is off: when it is on again, its clock begins anew. */
async function forget(queries: Queries, { organizationId, automationId }: RuleClock, worker: string): Promise<void> {
  await sql`
    delete from automation_clocks
    where organization_id = ${organizationId} and automation_id = ${automationId} and ${ruleClocks.heldBy(worker)}
  `.execute(queries)
}

interface Moment {
  readonly organizationId: string
  readonly cause: Cause
  readonly version: VersionInSpan
}

async function judgeMoment(
  tx: Tx,
  parts: EngineServices,
  { organizationId, cause: found, version }: Moment,
): Promise<void> {
  const now = parts.clock.now()
  const { seq } = await readHead(tx, organizationId)
  const cause = { ...found, seq }
  if (!(await writeCause(tx, organizationId, cause))) return
  const asked = { organizationId, automationIds: [version.automationId], now }
  const before = (await readFacts(tx, parts, asked, [cause])).get(cause.id)
  if (!before) throw new Error('A cause has no facts.')
  if (!judge([version], cause, before.facts).some(isStart)) {
    keepFacts(tx, organizationId, cause, before.facts)
    return
  }
  const changes = await judgeAndDo(tx, parts, { organizationId, now, cause, versions: [version], before })
  await appendEvents(tx, { organizationId, at: now }, changes)
}
