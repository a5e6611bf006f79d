/** A form's questions as GraphQL shows them, and the answers as forms take them. */
import type { Sent } from '@foyer/contracts/forms/answers.rules.ts'
import { type FormItem, flatItems, type ItemType, isQuestion } from '@foyer/contracts/forms/questionnaire.rules.ts'
import type { IntakeQuestion } from '@foyer/contracts/intake/intake-calls.ts'

const TYPES: Readonly<Partial<Record<ItemType, IntakeQuestion['type']>>> = {
  text: 'longText',
  boolean: 'yesNo',
  date: 'date',
  dateTime: 'dateTime',
  time: 'time',
  integer: 'number',
  decimal: 'number',
  quantity: 'number',
}

export function questionsOf(items: readonly FormItem[]): IntakeQuestion[] {
  return flatItems(items)
    .filter(({ item }) => isQuestion(item))
    .map(({ item }) => ({
      ...{ key: item.linkId, label: item.text, type: typeOf(item) },
      required: item.required && item.when === null,
      options: item.options.map(({ code, label }) => ({ value: code, label })),
      maxLength: item.maxLength,
    }))
}

function typeOf({ type, repeats }: FormItem): IntakeQuestion['type'] {
  if (type === 'choice' || type === 'open-choice') return repeats ? 'choices' : 'choice'
  return TYPES[type] ?? 'text'
}

type Answer = string | number | boolean

/** The answers to the form's questions; those of other keys are none. */
export function sentOf(items: readonly FormItem[], answers: Readonly<Record<string, Answer | Answer[]>>): Sent {
  return Object.fromEntries(
    questionsOf(items).map(({ key }) => [
      key,
      [Object.hasOwn(answers, key) ? (answers[key] ?? []) : []].flat().map(String),
    ]),
  )
}
