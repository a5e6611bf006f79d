/** The words of refused steps and of the reasons of runs, each with its sentence. */

export const refusalWords = [
  'opted_out',
  'blocked',
  'asked_to_stop',
  'deceased',
  'no_channel',
  'no_number',
  'over_limit',
  'answered',
  'late',
  'emergency',
  'over_budget',
  'shared_number',
  'unfilled',
  'gone',
  'machine',
  'taken',
] as const
export type RefusalWord = (typeof refusalWords)[number]

export const REFUSAL_SENTENCES: Readonly<Record<RefusalWord, string>> = {
  opted_out: 'The patient opted out.',
  blocked: 'The clinic blocked the number.',
  asked_to_stop: 'The patient asked for no more texts.',
  deceased: 'The patient has died.',
  no_channel: 'There is nobody to reach.',
  no_number: 'The patient has no phone number.',
  over_limit: 'The limits of texts are reached.',
  answered: 'The text already got an answer.',
  late: 'The text came too late to be answered by itself.',
  emergency: 'The text sounds like an emergency: a person answers it.',
  over_budget: 'The number got enough automatic texts today.',
  shared_number: 'Several patients have this number, and the text does not name one.',
  unfilled: 'A detail that the words need is not on file.',
  gone: 'What the step needs is no more.',
  machine: 'The number sounds like a machine.',
  taken: 'A person or another chatbot has the conversation.',
}

/** Why a run waits, was stopped or was missed. */
export const runReasons = [
  'wait',
  'quiet',
  'paused',
  'late',
  'conditionFailed',
  'opted_out',
  'blocked',
  'asked_to_stop',
  'visit_cancelled',
  'visit_missed',
  'visit_moved',
] as const
export type RunReason = (typeof runReasons)[number]

export const RUN_SENTENCES: Readonly<Record<RunReason, string>> = {
  wait: 'It waits as its step says.',
  quiet: 'It waits for the end of the patient’s quiet hours.',
  paused: 'All automations are paused.',
  late: 'Its time had passed.',
  conditionFailed: 'Its conditions no longer held.',
  opted_out: 'The patient opted out.',
  blocked: 'The clinic blocked the number.',
  asked_to_stop: 'The patient asked for no more texts.',
  visit_cancelled: 'The visit was cancelled.',
  visit_missed: 'The visit was missed.',
  visit_moved: 'The visit was moved.',
}
