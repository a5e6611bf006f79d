/** The questionnaire that was written, and how it differs from the one that the form has. */
import { type FormItem, flatItems, readQuestionnaire } from '@foyer/contracts/forms/questionnaire.rules.ts'

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

/** The words of the questions, groups and notes that come, go and change; they are the same by their `linkId`. */
export function revisionOf(before: object, written: object): Revision {
  const [earlier, later] = [itemsOf(before), itemsOf(written)]
  const changed = [...later.values()].filter((item) => isChanged(earlier.get(item.linkId), item))
  return { added: missingIn(earlier, later), removed: missingIn(later, earlier), changed: changed.map(wordsOf) }
}

/** The form's own words and the order of its items; what they ask is told by `revisionOf`. */
export function isSameFrame(before: object, written: object): boolean {
  const frameOf = (form: object) => {
    const { title, intro, items } = readQuestionnaire(form)
    return JSON.stringify([title, intro, flatItems(items).map(({ item, depth }) => [item.linkId, depth])])
  }
  return frameOf(before) === frameOf(written)
}

function itemsOf(form: object): ReadonlyMap<string, FormItem> {
  return new Map(flatItems(readQuestionnaire(form).items).map(({ item }) => [item.linkId, item]))
}

/** A group may have no words. */
const wordsOf = ({ linkId, text }: FormItem) => text || linkId

function missingIn(others: ReadonlyMap<string, FormItem>, these: ReadonlyMap<string, FormItem>): string[] {
  return [...these.values()].filter(({ linkId }) => !others.has(linkId)).map(wordsOf)
}

function isChanged(before: FormItem | undefined, { items: _, ...after }: FormItem): boolean {
  if (before === undefined) return false
  const { items: _inner, ...earlier } = before
  return JSON.stringify(earlier) !== JSON.stringify(after)
}
