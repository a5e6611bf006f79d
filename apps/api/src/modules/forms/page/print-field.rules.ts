/** The HTML of one question. */
import { type FormItem, REPEATS_MAX } from '@foyer/contracts/forms/questionnaire.rules.ts'
import { asText } from '../../../http/html.rules.ts'

export interface Field {
  readonly item: FormItem
  readonly id: string
  readonly answers: readonly string[]
  readonly problem: string | null
}

/** Longer lists of choices fold into a menu. */
const RADIOS_MAX = 8
const YES_NO = [
  { code: 'true', label: 'Yes' },
  { code: 'false', label: 'No' },
]

export function printField(field: Field): string {
  const { item } = field
  switch (item.type) {
    case 'boolean':
      return printChoices(field, YES_NO)
    case 'choice':
      return item.repeats || item.options.length <= RADIOS_MAX ? printChoices(field, item.options) : printMenu(field)
    case 'open-choice':
      return printChoices(field, item.options)
    default:
      return printInputs(field)
  }
}

function printChoices(field: Field, options: FormItem['options']): string {
  const { item, id, answers, problem } = field
  const type = item.repeats ? 'checkbox' : 'radio'
  const known = new Set(options.map(({ code }) => code))
  const choices = options.map(
    ({ code, label }, at) =>
      `<label class="choice"><input type="${type}" name="${asText(item.linkId)}" value="${asText(code)}"${at === 0 ? ` id="${id}"` : ''}${answers.includes(code) ? ' checked' : ''}${described(field)}> ${asText(label)}</label>`,
  )
  const other = answers.find((answer) => !known.has(answer)) ?? ''
  const open =
    item.type === 'open-choice'
      ? `<label class="other">Something else <input type="text" name="${asText(item.linkId)}" value="${asText(other)}" maxlength="500"></label>`
      : ''
  return `<fieldset${problem === null ? '' : ' class="wrong"'}><legend>${question(item)}</legend>${fault(field)}${choices.join('')}${open}</fieldset>`
}

function printMenu(field: Field): string {
  const { item, id, answers } = field
  const options = item.options.map(
    ({ code, label }) =>
      `<option value="${asText(code)}"${answers.includes(code) ? ' selected' : ''}>${asText(label)}</option>`,
  )
  return `<div class="field"><label for="${id}">${question(item)}</label>${fault(field)}<select id="${id}" name="${asText(item.linkId)}"${described(field)}><option value="">Please choose</option>${options.join('')}</select></div>`
}

function printInputs(field: Field): string {
  const { item, id, answers } = field
  if (!item.repeats)
    return `<div class="field"><label for="${id}">${question(item)}</label>${fault(field)}${input(field, id, answers[0] ?? '')}</div>`
  const inputs = Array.from({ length: REPEATS_MAX }, (_, at) => {
    const own = at === 0 ? id : `${id}-${at + 1}`
    return `<label for="${own}" class="number">${at + 1}.</label>${input(field, own, answers[at] ?? '')}`
  })
  return `<fieldset><legend>${question(item)}</legend>${fault(field)}<div class="several">${inputs.join('')}</div></fieldset>`
}

function input(field: Field, id: string, value: string): string {
  const { item } = field
  const name = `id="${id}" name="${asText(item.linkId)}"${described(field)}`
  const length = item.maxLength === null ? '' : ` maxlength="${item.maxLength}"`
  if (item.type === 'text') return `<textarea ${name} rows="4"${length}>\n${asText(value)}</textarea>`
  const typed = `value="${asText(value)}"`
  switch (item.type) {
    case 'date':
      return `<input type="date" ${name} ${typed}>`
    case 'time':
      return `<input type="time" ${name} ${typed}>`
    case 'dateTime':
      return `<input type="datetime-local" ${name} ${typed}>`
    case 'integer':
      return `<input type="text" inputmode="numeric" ${name} ${typed}>`
    case 'decimal':
    case 'quantity':
      return `<input type="text" inputmode="decimal" ${name} ${typed}>`
    default:
      return `<input type="text" ${name} ${typed}${length}>`
  }
}

function question({ text, required }: FormItem): string {
  return `${asText(text)}${required ? ' <span class="needed">(required)</span>' : ''}`
}

function fault({ id, problem }: Field): string {
  return problem === null ? '' : `<p class="fault" id="${id}-fault">${asText(problem)}</p>`
}

function described({ id, problem }: Field): string {
  return problem === null ? '' : ` aria-invalid="true" aria-describedby="${id}-fault"`
}
