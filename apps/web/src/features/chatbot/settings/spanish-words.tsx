import { fieldsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { LABEL_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { BuilderEvent } from '../chatbot-builder.machine.ts'
import { type Spanish, spanishOf, withSpanish } from './spanish.rules.ts'

interface SpanishWordsProps {
  flow: Flow
  node: FlowNode
  send: (event: BuilderEvent) => void
}

/** The block's words in Spanish, beside the English ones; absent for a chatbot that speaks English alone. */
export function SpanishWords({ flow, node, send }: SpanishWordsProps) {
  if (!flow.settings.languages?.includes('es')) return null
  const held = spanishOf(flow, node.id)
  const set = (change: Partial<Spanish>) => send({ type: 'EDIT_FLOW', edit: withSpanish(flow, node.id, change) })
  const { again, nudge, closedText } = englishOf(node)
  const words = (label: string, key: 'text' | 'again' | 'nudge' | 'closedText', english: string | undefined) =>
    english !== undefined &&
    english !== '' && (
      <TextArea
        label={label}
        rows={2}
        maxLength={1600}
        placeholder={english}
        value={held[key] ?? ''}
        onChange={({ target }) => set({ [key]: target.value })}
        className="[&_textarea]:text-sm"
      />
    )
  return (
    <fieldset lang="es" className="space-y-3 border-t border-line pt-4">
      <legend lang="en" className="float-left mb-3 w-full text-sm font-semibold">
        In Spanish
      </legend>
      {words('Words in Spanish', 'text', node.text)}
      {node.kind === 'question' &&
        node.options.map(({ id, label }, at) => (
          <Field
            key={id}
            label={`Answer ${at + 1} in Spanish`}
            autoComplete="off"
            maxLength={LABEL_MAX}
            placeholder={label}
            value={held.options?.[id] ?? ''}
            onChange={({ target }) => set({ options: { ...held.options, [id]: target.value } })}
          />
        ))}
      {node.kind === 'question' &&
        fieldsOf(node).map(({ key, ask }, at) => (
          <TextArea
            key={key}
            label={`Field ${at + 1} in Spanish`}
            rows={2}
            maxLength={1600}
            placeholder={ask}
            value={held.fields?.[key] ?? ''}
            onChange={({ target }) => set({ fields: { ...held.fields, [key]: target.value } })}
            className="[&_textarea]:text-sm"
          />
        ))}
      {words('If it is not understood, in Spanish', 'again', again)}
      {words('Reminder in Spanish', 'nudge', nudge)}
      {words('Says while closed, in Spanish', 'closedText', closedText)}
    </fieldset>
  )
}

function englishOf(node: FlowNode): { again?: string; nudge?: string; closedText?: string } {
  if (node.kind === 'question') {
    const { again, silence } = node.settings ?? {}
    return { ...(again !== undefined && { again }), ...(silence?.nudge !== undefined && { nudge: silence.nudge }) }
  }
  const closedText = node.kind === 'handoff' ? node.settings?.closedText : undefined
  return closedText === undefined ? {} : { closedText }
}
