/** Every text that a block may say, in each language of the flow. */

import { fieldsOf } from './flow.rules.ts'
import type { Flow, FlowNode } from './flow.ts'
import type { BotLanguage } from './limits.rules.ts'
import { askOf, closedWords, wordsOf } from './words.rules.ts'

export interface SaidText {
  readonly text: string
  readonly language: BotLanguage
  /** The field of a question that it asks for. */
  readonly field: string | null
  readonly what: 'text' | 'again' | 'nudge' | 'ask' | 'closed' | 'note'
}

export function languagesOf({ settings }: Pick<Flow, 'settings'>): readonly BotLanguage[] {
  return settings.languages ?? ['en']
}

export function saidTexts(flow: Flow, node: FlowNode): SaidText[] {
  const texts = languagesOf(flow).flatMap((language): SaidText[] => {
    const own = { language, field: null }
    if (node.kind !== 'question') return [{ ...own, what: 'text', text: wordsOf(flow, node, language) }]
    return [
      { ...own, what: 'text', text: wordsOf(flow, node, language) },
      { ...own, what: 'again', text: wordsOf(flow, node, language, 'again') },
      { ...own, what: 'nudge', text: wordsOf(flow, node, language, 'nudge') },
      ...fieldsOf(node).map(
        ({ key, ask }): SaidText => ({
          language,
          field: key,
          what: 'ask',
          text: askOf(flow, node, { key, ask }, language),
        }),
      ),
    ]
  })
  const more: SaidText[] = []
  if (node.kind === 'handoff')
    for (const language of languagesOf(flow))
      more.push({ language, field: null, what: 'closed', text: closedWords(flow, node, language) })
  if (node.kind === 'action' && node.settings?.do === 'addNote')
    more.push({ language: 'en', field: null, what: 'note', text: node.settings.note ?? '' })
  return [...texts, ...more].filter(({ text }) => text !== '')
}

/** Patients read these: a note is for the staff. */
export function readTexts(flow: Flow, node: FlowNode): SaidText[] {
  return saidTexts(flow, node).filter(({ what }) => what !== 'note')
}
