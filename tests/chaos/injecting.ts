/** Injects faults together and heals each after its time. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault, Troubled } from './fault.ts'

export const titleOf = ({ id, name }: Pick<Fault, 'id' | 'name'>) => `${id} ${name}`
const INJECTED = 'fault '
export const isInjection = (count: string) => count.startsWith(INJECTED)
export const wasInjected = (fault: Pick<Fault, 'id' | 'name'>, counts: ReadonlyMap<string, number>) =>
  counts.has(`${INJECTED}${titleOf(fault)}`)

type Trouble = Omit<Troubled, 'lasts' | 'isAlone'>

/** If a fault throws, the others are healed before the error is thrown. */
export async function injectAll(faults: readonly Fault[], lastsMs: number, at: (fault: Fault) => Trouble) {
  const settled = await Promise.allSettled(
    faults.map(async (fault) => {
      const lasts = Math.min(fault.mostMs ?? Infinity, lastsMs)
      const trouble = at(fault)
      const heal = await fault.begin({ ...trouble, lasts, isAlone: faults.length === 1 })
      trouble.ledger.count(heal ? `${INJECTED}${titleOf(fault)}` : `could not: ${titleOf(fault)}`)
      if (!heal) return
      await pause(lasts)
      await heal()
    }),
  )
  const failures = settled.flatMap((one, index) =>
    one.status === 'rejected' ? [new Error(titleOf(faults[index] as Fault), { cause: one.reason })] : [],
  )
  if (failures.length > 0) throw new AggregateError(failures, 'Faults that could not be begun or healed')
}
