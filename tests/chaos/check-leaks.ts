/** Checks for leaks: patients' data or credentials outside of the store, and sockets or descriptors that remain open. */
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../support/world.ts'
import { CLINICS, emailOf, IN_BOTH } from './clinics.ts'
import type { Ledger } from './ledger.ts'
import type { ChaosWorld } from './world.ts'

const PATIENTS = CLINICS.flatMap(({ mark, phones }) => [mark, ...phones])
const STAFF = [...CLINICS.flatMap(({ staff }) => staff.map(emailOf)), emailOf(IN_BOTH), DEMO_PASSWORD]
/** A signed token, or a session cookie with its value. */
const LETS_IN = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.|\bsession=[\w%.-]{16,}/

const DUMPS = 'dumps of Redis searched'

export async function checkLeaks(world: Pick<ChaosWorld, 'redisDump' | 'outputs'>, ledger: Ledger): Promise<void> {
  const dump = await world.redisDump().catch(() => null)
  const outputs = [...world.outputs()].map(([name, words]) => [`the output of ${name}`, Buffer.from(words)])
  const places = outputs as [string, Buffer][]
  if (dump) places.push(['what Redis holds', dump])
  ledger.count(DUMPS, dump ? 1 : 0)
  ledger.count(
    'bytes searched',
    places.reduce((sum, [, bytes]) => sum + bytes.length, 0),
  )
  for (const [place, bytes] of places) {
    for (const word of PATIENTS) ledger.hold('I15', !bytes.includes(word), () => `${place} contains data of a patient`)
    for (const word of STAFF) ledger.hold('I15', !bytes.includes(word), () => `${place} contains data of the staff`)
    ledger.hold('I15', !LETS_IN.test(bytes.toString('latin1')), () => `${place} contains a credential`)
  }
}

/** Redis may be down at some checks, but not at all of them. */
export function checkDumps(ledger: Ledger): void {
  ledger.hold('I15', (ledger.counts.get(DUMPS) ?? 0) > 0, () => 'no check could read a dump of Redis')
}

const SOCKETS_WITHIN_MS = 60_000
/** The number of open connections to the API and Redis varies by up to this. */
const DESCRIPTORS_MORE = 25

export interface Resources {
  readonly descriptors: readonly (number | undefined)[]
}

export async function readResources(world: Pick<ChaosWorld, 'relayMetric'>): Promise<Resources> {
  return { descriptors: await world.relayMetric('process_open_fds') }
}

/** Checks that the relays released everything, after all clients have closed. */
export async function checkResources(
  world: Pick<ChaosWorld, 'relayMetric'>,
  ledger: Ledger,
  before: Resources,
): Promise<void> {
  const started = performance.now()
  let sockets: (number | undefined)[] = []
  while (performance.now() - started < SOCKETS_WITHIN_MS) {
    sockets = await world.relayMetric('relay_sockets')
    if (sockets.every((count) => count === 0)) break
    await pause(200)
  }
  ledger.hold(
    'I14',
    sockets.every((count) => count === 0),
    () => `the relays still count ${sockets} sockets`,
  )
  const now = await readResources(world)
  for (const [index, count] of now.descriptors.entries()) {
    const most = (before.descriptors[index] ?? 0) + DESCRIPTORS_MORE
    // All faults are healed, so a relay that doesn't answer is a violation too.
    const isKnown = count !== undefined && before.descriptors[index] !== undefined
    ledger.hold('I14', isKnown && count <= most, () => `relay ${index + 1} holds ${count} descriptors, ${most} at most`)
  }
}
