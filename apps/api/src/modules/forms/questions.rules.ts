/** The questions of a form as staff read them. */
import type { Question } from '@foyer/contracts/forms/form.ts'
import { type FormItem, flatItems, isQuestion } from '@foyer/contracts/forms/questionnaire.rules.ts'

export function questionsOf(items: readonly FormItem[]): Question[] {
  return flatItems(items).map(({ item, depth }) => ({
    ...{ linkId: item.linkId, depth, type: item.type, text: item.text, required: item.required },
    ...{ conditional: item.when !== null, options: item.options.map(({ label }) => label) },
  }))
}

export interface Column {
  readonly linkId: string
  readonly title: string
}

/** The columns of a workbook: the questions of all revisions, each once, the newest revision first. */
export function columnsOf(revisions: readonly (readonly FormItem[])[]): Column[] {
  const columns = new Map<string, Column>()
  for (const items of revisions)
    for (const { item } of flatItems(items))
      if (isQuestion(item) && !columns.has(item.linkId))
        columns.set(item.linkId, { linkId: item.linkId, title: item.text })
  return [...columns.values()]
}
