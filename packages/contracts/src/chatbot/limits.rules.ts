/** The kinds, names and limits of a chatbot's flow, for schema, rules and screens. */

export const nodeKinds = ['start', 'message', 'question', 'condition', 'action', 'wait', 'handoff', 'end'] as const
export type NodeKind = (typeof nodeKinds)[number]

/** The ways in which a question is answered; `choice` has options. */
export const expectations = [
  'choice',
  'yesno',
  'number',
  'phone',
  'email',
  'name',
  'text',
  'photo',
  'date',
  'birthdate',
] as const
export type Expects = (typeof expectations)[number]

export const ruleOps = ['is', 'isNot', 'has', 'known', 'unknown', 'more', 'less', 'before', 'after'] as const

/** The fields of a rule that no question sets. */
export const factFields = ['open', 'onFile', 'verified', 'language', 'channel', 'hasVisit'] as const
export type FactField = (typeof factFields)[number]

/** These are done in the transaction of the step; the machine waits for the outcome of all others. */
export const localActions = ['setRequestType', 'assign', 'close', 'addNote', 'sendFile', 'saveField'] as const

export const botChannels = ['sms', 'chat'] as const
export type BotChannel = (typeof botChannels)[number]
export const botLanguages = ['en', 'es'] as const
export type BotLanguage = (typeof botLanguages)[number]
export const waitDays = [
  'today',
  'tomorrow',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type WaitDay = (typeof waitDays)[number]

export const NODES_MAX = 200
export const EDGES_MAX = 400
export const OPTIONS_MAX = 12
export const FIELDS_MAX = 6
export const WORDS_MAX = 20
export const FLOW_NAME_MAX = 80
export const TITLE_MAX = 60
export const TEXT_MAX = 1600
export const LABEL_MAX = 100
export const FLOW_BYTES_MAX = 256 * 1024

/** A file of a chatbot; every carrier takes one of this size. */
export const FILE_BYTES_MAX = 600_000
export const FILES_MAX = 100
/** The file of an action for which none is chosen yet. */
export const NO_FILE = 'none'

export const TRIES_MAX = 5
export const SILENCE_SECONDS = { min: 10, max: 604_800 } as const
export const WAIT_SECONDS = { min: 5, max: 604_800 } as const

/** Ids of blocks, options and edges, and the keys of answers. */
export const FLOW_ID = /^[A-Za-z0-9_-]{1,40}$/
/** An object with this key would change its prototype. */
export const RESERVED_ID = '__proto__'
