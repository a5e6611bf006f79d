/** Ends work that fails again and again: a file is refused, and a running import stops where it is. */
import { changeImport } from '../import-change.ts'
import { stoppedNow } from '../stopped.ts'
import { failed } from './ends.ts'
import { type Step, writeHeld } from './worked-on.ts'

const NOT_READ = 'Something went wrong while it was read. Upload it again.'
const NOT_IMPORTED = 'Something went wrong while it was imported. What is in stays in; resume it later.'

export async function giveUp(step: Step): Promise<void> {
  const at = step.parts.clock.now()
  await writeHeld(
    step,
    () => true,
    async (tx, kept) => {
      if (kept.state === 'importing') {
        const { changes, entries } = await stoppedNow(tx, step.parts.importTargets, kept, at)
        return changeImport(tx, kept, { ...changes, problem: NOT_IMPORTED }, { at, entries })
      }
      return changeImport(tx, kept, failed(NOT_READ, 'failed', at), { at })
    },
  )
}
