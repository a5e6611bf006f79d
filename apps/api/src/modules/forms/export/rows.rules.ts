/** The rows and the names of a workbook of submissions. */
import { answeredOf, type ResponseItem } from '@foyer/contracts/forms/answers.rules.ts'
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import type { Column } from '../questions.rules.ts'

interface Exported {
  readonly submission: FormSubmission
  readonly response: object
  readonly mrn: string | null
}

interface Shape {
  readonly columns: readonly Column[]
  readonly timezone: string
}

export function rowOf({ submission, response, mrn }: Exported, { columns, timezone }: Shape): (string | number)[] {
  const { item = [] } = response as { item?: readonly ResponseItem[] }
  const answers = new Map(answeredOf(item).map((one) => [one.linkId, one.answers]))
  const numbers = numbersOf(item)
  return [
    momentIn(submission.submittedAt, timezone),
    submission.patientName ?? '',
    mrn ?? '',
    ...columns.map(({ linkId }) => numbers.get(linkId) ?? (answers.get(linkId) ?? []).join('; ')),
  ]
}

/** [T22] Numbers stay numbers, so that a spreadsheet adds them up. */
function numbersOf(items: readonly ResponseItem[]): ReadonlyMap<string, number> {
  return new Map(
    items.flatMap(({ linkId, answer = [], item = [] }): [string, number][] => {
      const [only, ...more] = answer
      const value =
        only?.valueInteger ?? only?.valueDecimal ?? (only?.valueQuantity as { value?: unknown } | undefined)?.value
      return [
        ...(typeof value === 'number' && more.length === 0 ? [[linkId, value] as [string, number]] : []),
        ...numbersOf(item),
      ]
    }),
  )
}

/** Year, month, day and time, which sort as text. */
function momentIn(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return parts.format(new Date(at))
}

const NAME_MAX = 31
// biome-ignore lint/suspicious/noControlCharactersInRegex: a sheet's name has none of these
const UNFIT = /[\\/?*[\]:'\u0000-\u001F]/g

/** Names that a workbook takes: without its own signs, short, and each once whatever its case. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const bare = title.replace(UNFIT, ' ').replace(/\s+/g, ' ').trim() || 'Form'
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` ${number}`
      const name = `${bare.slice(0, NAME_MAX - end.length).trim()}${end}`
      if (taken.has(name.toLowerCase()) || name.toLowerCase() === 'history') continue
      taken.add(name.toLowerCase())
      return name
    }
  })
}
