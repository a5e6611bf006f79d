/** Which changes of a number's consent staff may make. */
import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'

type SmsStatus = ConsentEntry['to']

/** The ways in which staff hear of a patient's wish. */
const BY_STAFF: readonly ConsentEntry['how'][] = ['phone', 'inPerson', 'form']

/** `keep`: nothing changes. `refuse`: only the patient may take back an opt-out of theirs. `blocked`: the clinic's block stands. */
export type Verdict = 'change' | 'keep' | 'refuse' | 'blocked'

/**
 * An opt-out that the ledger does not know, or that came by a text or from the carrier, is the patient's own. A block hides
 * the patient's wish: an opt-out is kept until the block ends, and nobody opts in meanwhile.
 */
export function judge(
  { now, newest }: { now: SmsStatus; newest: Pick<ConsentEntry, 'to' | 'how'> | undefined },
  wanted: 'subscribed' | 'opted_out',
): Verdict {
  if (now === wanted) return 'keep'
  if (now === 'blocked') return wanted === 'opted_out' ? 'change' : 'blocked'
  if (wanted === 'opted_out') return 'change'
  return newest?.to === 'opted_out' && BY_STAFF.includes(newest.how) ? 'change' : 'refuse'
}
