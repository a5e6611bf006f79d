/** The names of the intents, apart from the patterns that tell them: screens that offer a choice load the names alone. */
export const intents = [
  'confirm',
  'decline',
  'cancelVisit',
  'reschedule',
  'book',
  'refill',
  'billing',
  'runningLate',
  'thanks',
  'emergency',
] as const
export type Intent = (typeof intents)[number]
