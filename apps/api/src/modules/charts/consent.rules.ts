/** Which changes of a number's consent staff may make. */
import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'
import { isOptOutByStaff } from '../consent/own-opt-out.rules.ts'

type SmsStatus = ConsentEntry['to']

/** `keep`: nothing changes. `refuse`: only the patient may take back an opt-out of theirs. `blocked`: the clinic's block stands. */
export type Verdict = 'change' | 'keep' | 'refuse' | 'blocked'

/**
 * A block hides the patient's wish: an opt-out is kept until the block ends, and nobody opts in meanwhile.
 */
export function judge(
  { now, newest }: { now: SmsStatus; newest: Pick<ConsentEntry, 'to' | 'how'> | undefined },
  wanted: 'subscribed' | 'opted_out',
): Verdict {
  if (now === wanted) return 'keep'
  if (now === 'blocked') return wanted === 'opted_out' ? 'change' : 'blocked'
  if (wanted === 'opted_out') return 'change'
  return isOptOutByStaff(newest) ? 'change' : 'refuse'
}
