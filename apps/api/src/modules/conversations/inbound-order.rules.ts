/** The order in which the steps of modules are offered a patient's message, and how a claim ends it. */

/**
 * One word can mean something to several modules: "YES" opts in, and it confirms an appointment. The first step that claims a
 * message has it, and no later step reacts; steps that pass react beside it. A step without a module is not offered anything.
 */
export const INBOUND_ORDER = [
  // Cancels texts that staff wrote ahead; the patient's message outdates them whatever it says.
  'scheduled',
  // STOP, START, HELP and their kin, and a wish for no more texts in plain words.
  'consent',
  // The answer to the text that asked last, as a reminder of an appointment.
  'confirmation',
  'chatbot',
  // Says that the clinic is closed.
  'afterHours',
] as const

export type StepName = (typeof INBOUND_ORDER)[number]

/** `claims` ends the chain; `passes` reacts and lets later steps react too; `ignores` does nothing. */
export type Verdict = 'claims' | 'passes' | 'ignores'

export function inOrder<Step extends { readonly name: StepName }>(steps: readonly Step[]): Step[] {
  const names = steps.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two modules bring the inbound step ${twice}.`)
  return INBOUND_ORDER.flatMap((name) => steps.filter((step) => step.name === name))
}

/** The considered steps that react: all that do not ignore the message, up to the first that claims it. */
export function reacting<Considered extends { readonly verdict: Verdict }>(considered: readonly Considered[]) {
  const claim = considered.findIndex(({ verdict }) => verdict === 'claims')
  const offered = claim === -1 ? considered : considered.slice(0, claim + 1)
  return offered.filter((one): one is Exclude<Considered, { readonly verdict: 'ignores' }> => one.verdict !== 'ignores')
}
