/** The HTML of a form. All words of the form and of the patient are text, never markup. */
import type { Sent } from '@foyer/contracts/forms/answers.rules.ts'
import type { FormItem } from '@foyer/contracts/forms/questionnaire.rules.ts'
import { asText } from '../../../http/html.rules.ts'
import { type Field, printField } from './print-field.rules.ts'

export interface Shown {
  readonly formId: string
  readonly title: string
  readonly intro: string
  readonly items: readonly FormItem[]
  readonly answers: Sent
  readonly issues: readonly { readonly linkId: string; readonly message: string }[]
  readonly token: string
  /** The token of the page that was sent. */
  readonly kept?: string
  /** The work that the page has to do; null while few forms come. */
  readonly challenge: object | null
  /** It was sent without that work. */
  readonly isAgain?: boolean
  /** The token of a personal address. */
  readonly link: string | null
}

export function printForm({ formId, title, intro, items, answers, issues, token, link, ...busy }: Shown): string {
  const problems = new Map(issues.map(({ linkId, message }) => [linkId, message]))
  const labels = new Map<string, string>()
  const count = { value: 0 }
  const ids = new Map<string, string>()
  const print = (list: readonly FormItem[], level: number): string =>
    list
      .map((item) => {
        count.value += 1
        const id = `q${count.value}`
        ids.set(item.linkId, id)
        labels.set(item.linkId, item.text)
        const inner = print(item.items, level + 1)
        return wrapped(
          item,
          printItem({
            item,
            id,
            level,
            inner,
            answers: answers[item.linkId] ?? [],
            problem: problems.get(item.linkId) ?? null,
          }),
        )
      })
      .join('')
  const fields = print(items, 2)
  const action = `/f/${encodeURIComponent(formId)}${link === null ? '' : `?t=${encodeURIComponent(link)}`}`
  const summary = printSummary(issues, { ids, labels }) + (busy.isAgain ? AGAIN : '')
  const proof =
    busy.challenge === null
      ? ''
      : `<input type="hidden" name="~proof" data-challenge="${asText(JSON.stringify(busy.challenge))}">`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${issues.length > 0 ? 'Please check: ' : ''}${asText(title)}</title><link rel="stylesheet" href="/f/form.css">
<script type="module" src="/f/form.js"></script></head>
<body><main><h1>${asText(title)}</h1>${intro === '' ? '' : `<p class="intro">${asText(intro)}</p>`}${summary}
<form method="post" action="${asText(action)}" novalidate>${fields}
<div class="robots" aria-hidden="true"><label>Leave this empty <input name="website" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="token" value="${asText(token)}">${proof}
<button type="submit">Send</button></form>
<p class="note">In an emergency call 911. Do not send emergencies by this form.</p></main></body></html>`
}

const AGAIN =
  '<div class="errors" role="alert" tabindex="-1" autofocus><h2>Please press Send once more</h2><p>Many forms come just now. Your answers are all here.</p></div>'

interface Printed extends Field {
  readonly level: number
  readonly inner: string
}

function printItem({ item, level, inner, ...field }: Printed): string {
  if (item.type === 'display') return `<p class="words">${asText(item.text)}</p>${inner}`
  if (item.type !== 'group') return printField({ item, ...field }) + inner
  const tag = `h${Math.min(level, 6)}`
  return `<section>${item.text === '' ? '' : `<${tag}>${asText(item.text)}</${tag}>`}${inner}</section>`
}

/** The script hides what is not asked; without it the patient reads that it may not apply. */
function wrapped({ when, linkId }: FormItem, html: string): string {
  if (when === null) return `<div data-item="${asText(linkId)}">${html}</div>`
  return `<div data-item="${asText(linkId)}" data-when="${asText(JSON.stringify(when))}"><p class="maybe">Only if it applies:</p>${html}</div>`
}

function printSummary(
  issues: Shown['issues'],
  { ids, labels }: { ids: ReadonlyMap<string, string>; labels: ReadonlyMap<string, string> },
): string {
  if (issues.length === 0) return ''
  const lines = issues.map(
    ({ linkId, message }) =>
      `<li><a href="#${ids.get(linkId) ?? ''}">${asText(labels.get(linkId) ?? '')}: ${asText(message)}</a></li>`,
  )
  const title = issues.length === 1 ? 'One answer needs you' : `${issues.length} answers need you`
  return `<div class="errors" role="alert" tabindex="-1" autofocus><h2>${title}</h2><ul>${lines.join('')}</ul></div>`
}
