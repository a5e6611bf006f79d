/** The questionnaire that was written, and how it differs from the questions as they are. */
import type { Question } from '@foyer/contracts/forms/form.ts'
import { type FormItem, flatItems, isQuestion, readQuestionnaire } from '@foyer/contracts/forms/questionnaire.rules.ts'

export type Questionnaire = Record<string, never>

/** Null: it is no JSON of an object. */
export function questionnaireIn(text: string): Questionnaire | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Questionnaire) : null
  } catch {
    return null
  }
}

export interface Revision {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** The words of the questions that come, go and change; questions are the same by their `linkId`. */
export function revisionOf(before: readonly Question[], questionnaire: Questionnaire): Revision {
  const asked = flatItems(readQuestionnaire(questionnaire).items).map(({ item }) => item)
  const after = new Map(asked.filter(isQuestion).map((item) => [item.linkId, item]))
  const earlier = new Map(before.filter(isQuestion).map((question) => [question.linkId, question]))
  return {
    added: [...after.values()].filter(({ linkId }) => !earlier.has(linkId)).map(({ text }) => text),
    removed: [...earlier.values()].filter(({ linkId }) => !after.has(linkId)).map(({ text }) => text),
    changed: [...after.values()].filter((item) => isChanged(earlier.get(item.linkId), item)).map(({ text }) => text),
  }
}

function isChanged(before: Question | undefined, after: FormItem): boolean {
  if (before === undefined) return false
  const { text, type, required, when, options } = after
  const labels = options.map(({ label }) => label)
  return (
    before.text !== text ||
    before.type !== type ||
    before.required !== required ||
    before.conditional !== (when !== null) ||
    JSON.stringify(before.options) !== JSON.stringify(labels)
  )
}
