/**
 * Measures how long the API takes in a text while 50 automations are on, beside none, in rounds in turn. Each automation hears
 * every text, and every tenth text starts one of them. The processes are those of the four calls.
 */
import { ON_MAX } from '@foyer/contracts/automations/definition.rules.ts'
import { type CallsWorld, openCallsWorld } from './calls-world.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'
import { countUntil, takeInRounds } from './taking-in.ts'

const ROUNDS = 9
const PATIENTS = 100
const STARTING = 10
const MOST = 1.2

export async function benchAutomations(): Promise<Row[]> {
  const world = await openCallsWorld()
  try {
    const automationIds = await publishAll(world)
    const taken = await takeInRounds(world, {
      ...{ rounds: ROUNDS, patients: PATIENTS, kinds: ['none', 'on'] },
      arrange: (kind) => switchAll(world, automationIds, kind === 'on'),
      textsOf: (_, nth) => [nth % STARTING === 0 ? 'I need a refill of my tablets' : 'I will bring my papers'],
    })
    const [none = [], on = []] = [taken.get('none')?.first, taken.get('on')?.first]
    return [
      ...([0.5, 0.99] as const).map((share) => {
        const [figure, baseline] = [quantile(on, share), quantile(none, share)]
        const isAim = share === 0.99
        return {
          what: `taking in a text with ${ON_MAX} automations on, p${share * 100}`,
          figure: ms(figure),
          baseline: `none on: ${ms(baseline)}`,
          ratio: ratio(figure, baseline),
          ...(isAim && { aim: `at most ${MOST} ×`, isMissed: figure > MOST * baseline }),
        }
      }),
      await didStart(world),
    ]
  } finally {
    await world.stop()
  }
}

/** Automations that hear texts by words and by what they mean, and ask conditions of those that do. The first one starts. */
function definitionOf(nth: number) {
  const trigger = { kind: 'inboundMessage', perHour: 2000 }
  const marks = [{ sequence: 1, kind: 'markRequest', requestType: 'prescription' }]
  if (nth === 0) return { trigger: { ...trigger, words: ['refill'] }, conditions: [], actions: marks }
  const by = nth % 2 === 0 ? { words: ['papers'] } : { intent: 'billing' }
  const never = { field: 'patient.age', operator: 'between', value: [118 + (nth % 2), 120] }
  return { trigger: { ...trigger, ...by }, conditions: [never], actions: marks }
}

async function publishAll({ member, organizationId }: CallsWorld): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < ON_MAX; nth++) {
    const body = { organizationId, name: `Automation ${nth + 1}`, ...definitionOf(nth) } as never
    const { data } = await member.call('saveAutomation', { body })
    const { _id, revision: expectedRevision } = data
    await member.call('publishAutomation', { body: { organizationId, _id, expectedRevision, why: 'To measure it' } })
    ids.push(_id)
  }
  return ids
}

async function switchAll({ member, organizationId }: CallsWorld, ids: readonly string[], on: boolean): Promise<void> {
  for (const _id of ids) await member.call('switchAutomation', { body: { organizationId, _id, on } })
}

/** Counts what was started, so that automations that heard nothing are not taken for fast ones. */
async function didStart({ product, organizationId, query }: CallsWorld): Promise<Row> {
  const wanted = (ROUNDS * PATIENTS) / STARTING
  const runs = await countUntil(wanted, async () => {
    const [counted] = await query<{ runs: number }>(
      product,
      `select count(*)::int as runs from automation_runs where organization_id = $1 and state = 'done'`,
      [organizationId],
    )
    return counted?.runs ?? 0
  })
  return { what: 'runs that texts started', figure: `${runs}`, aim: `${wanted}`, isMissed: runs !== wanted }
}
