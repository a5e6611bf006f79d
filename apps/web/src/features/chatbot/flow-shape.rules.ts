/** Tells a flow from what an older version or a hand left in the browser's storage. The server judges the rest when it is saved. */
import { nodeKinds } from '@foyer/contracts/chatbot/limits.rules.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => Number.isFinite(value)
const isRecord: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isKind: Check = (value) => nodeKinds.some((kind) => kind === value)
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const mapOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value as object).every(check)
const shaped =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(shape).every(([key, check]) => check((value as Record<string, unknown>)[key]))

const isRule = shaped({ field: isText, op: isText })
const isOption = shaped({
  ...{ id: isText, label: isText, sequence: maybe(isNumber), keywords: maybe(listOf(isText)), rule: maybe(isRule) },
})
const isField = shaped({ key: isText, ask: isText, expects: isText, sequence: maybe(isNumber) })
const isSilence = shaped({ afterSeconds: isNumber, nudge: maybe(isText) })
const isTranslation = shaped({
  ...{ text: isText, again: maybe(isText), nudge: maybe(isText), closedText: maybe(isText) },
  ...{ options: maybe(mapOf(isText)), fields: maybe(mapOf(isText)) },
})

const isMoment: Check = (value) => value === 'nextOpen' || shaped({ day: isText, time: isText })(value)
const isPlainSettings = shaped({
  ...{ channels: maybe(listOf(isText)), keywords: maybe(listOf(isText)), pages: maybe(listOf(isText)) },
  ...{ again: maybe(isText), closedText: maybe(isText), note: maybe(isText), until: maybe(isMoment) },
  ...{ fields: maybe(listOf(isField)), silence: maybe(isSilence) },
})
const ACTIONS: Readonly<Record<string, Check>> = {
  webhook: shaped({ send: listOf(isText), saveAs: mapOf(isText) }),
  submitIntake: shaped({ keys: listOf(isText) }),
}
const isQuestionSettings = shaped({ saveAs: maybe(isText) })
const isBlockSettings: Check = (value) => {
  if (!isPlainSettings(value)) return false
  const { do: does } = value as { do?: unknown }
  return (ACTIONS[String(does)] ?? isQuestionSettings)(value)
}
const isNode = shaped({
  ...{ id: isText, kind: isKind, text: isText, title: maybe(isText), options: listOf(isOption) },
  ...{ at: maybe(shaped({ x: isNumber, y: isNumber })), settings: maybe(isBlockSettings) },
})
const isEdge = shaped({ id: isText, source: isText, target: isText, port: maybe(isText) })
const isSettings = shaped({
  ...{ assistantName: maybe(isText), introduction: maybe(isText) },
  ...{ languages: maybe(listOf(isText)), exitWords: maybe(listOf(isText)) },
  translations: maybe(shaped({ es: maybe(mapOf(isTranslation)) })),
})

export const isFlow = shaped({
  ...{ _id: isText, name: isText, nodes: listOf(isNode), edges: listOf(isEdge), settings: isSettings },
})
