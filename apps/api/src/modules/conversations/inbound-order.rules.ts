/** The order in which a patient's message is offered to the modules' inbound steps, and how a claim ends it. */

/**
 * One word can mean something to several modules: "YES" opts in, and it confirms an appointment. The first step that
 * claims a message ends the chain; steps before it that pass react as well. A name without a step is skipped.
 */
export const INBOUND_ORDER = [
  // Holds scheduled texts: any message of the patient may outdate them. A STOP cancels them.
  'scheduled',
  // Notes that a lone CANCEL, which opts out, may have meant the visit that a reminder asked about.
  'saidCancel',
  // Notes the answer to a campaign, and an opt-out by its text: the steps below may claim both.
  'campaign',
  // Ends the session of a chatbot when the patient opts out or sounds in danger: the steps below may claim both.
  'chatbotEnd',
  // What sounds like an emergency is for a person: no automatic answer may follow it.
  'urgent',
  // STOP, START, HELP and similar keywords, and requests in plain words for no more texts.
  'consent',
  // The answer to an appointment reminder.
  'confirmation',
  // The running chatbot, or one that begins.
  'chatbot',
  // Answers that the clinic is closed.
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

/** The steps that react: all that do not ignore the message, up to and including the first that claims it. */
export function reacting<Considered extends { readonly verdict: Verdict }>(considered: readonly Considered[]) {
  const claim = considered.findIndex(({ verdict }) => verdict === 'claims')
  const offered = claim === -1 ? considered : considered.slice(0, claim + 1)
  return offered.filter((one): one is Exclude<Considered, { readonly verdict: 'ignores' }> => one.verdict !== 'ignores')
}
