/**
 * Ends work that fails again and again: a file is refused, and a running import stops where it is. A check goes on trying,
 * because its rows are read, and people may have mended some of them.
 */
import { changeImport } from '../import-change.ts'
import { stoppedNow } from '../stopped.ts'
import { checkFails, failed } from './ends.ts'
import { LEASE_S, type Step, writeHeld } from './worked-on.ts'

const NOT_READ = 'Something went wrong while it was read. Upload it again.'
const NOT_IMPORTED = 'Something went wrong while it was imported. What is in stays in; resume it later.'

/** False if the work is to be tried again. */
export function giveUp(step: Step): Promise<boolean> {
  const at = step.parts.clock.now()
  return writeHeld(
    step,
    () => true,
    async (tx, kept) => {
      if (kept.state === 'importing') {
        const { changes, entries } = await stoppedNow(tx, step.parts.importTargets, kept, at)
        await changeImport(tx, kept, { ...changes, problem: NOT_IMPORTED }, { at, entries })
        return true
      }
      if (kept.state === 'checking') {
        if (kept.problem === checkFails.problem) return false
        await changeImport(tx, kept, checkFails, { at, isTold: true, leaseS: LEASE_S, isRepeated: true })
        return false
      }
      await changeImport(tx, kept, failed(NOT_READ, 'failed', at), { at })
      return true
    },
  )
}
