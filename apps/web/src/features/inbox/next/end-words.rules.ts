/** The words at the end of a walk through those who wait. */
import type { Done } from './next-patient.machine.ts'

/** "No one is waiting", "You answered 31, typical wait 4 min." */
export function endWords(
  { answered, typicalMinutes, othersWait }: Done,
  passedOver: number,
): { title: string; detail: string } {
  const isAll = passedOver === 0
  const left = isAll ? '' : `You passed over ${passedOver === 1 ? 'one patient' : `${passedOver} patients`}. `
  const theirs = `${isAll ? 'Patients' : 'Others'} still wait whose conversation is a colleague’s or another team’s. `
  const wait = typicalMinutes === null ? '' : `, typical wait ${minutesLabel(typicalMinutes)}`
  const done = answered === 0 ? 'You haven’t answered anyone today.' : `You answered ${answered}${wait}.`
  const title = `No one ${isAll ? 'is' : 'else is'} waiting${othersWait ? ' for you' : ''}`
  return { title, detail: left + (othersWait ? theirs : '') + done }
}

function minutesLabel(minutes: number): string {
  if (minutes < 1) return 'under 1 min'
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}
