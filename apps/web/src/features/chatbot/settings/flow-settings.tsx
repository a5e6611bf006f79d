import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { FLOW_NAME_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { DEFAULT_INTRODUCTION } from '@foyer/contracts/chatbot/words.rules.ts'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import type { BuilderEvent } from '../chatbot-builder.machine.ts'
import { ListField, Wrong } from './setting-fields.tsx'

interface FlowSettingsProps {
  flow: Flow
  findings: readonly Finding[]
  send: (event: BuilderEvent) => void
}

/** The name of the chatbot, how it introduces itself, its languages, and the words that ask for a person. */
export function FlowSettings({ flow, findings, send }: FlowSettingsProps) {
  const { settings, name } = flow
  const { languages = ['en'] } = settings
  const set = (change: Partial<Flow['settings']>) =>
    send({ type: 'EDIT_FLOW', edit: { settings: { ...settings, ...change } } })
  return (
    <div className="space-y-4">
      <Field
        label="Name of the chatbot"
        autoComplete="off"
        maxLength={FLOW_NAME_MAX}
        value={name}
        error={name.trim() === '' ? 'Name the chatbot' : undefined}
        onChange={({ target }) => send({ type: 'EDIT_FLOW', edit: { name: target.value } })}
      />
      <Field
        label="Name of the assistant"
        help="Patients see it beside “Automated”."
        autoComplete="off"
        maxLength={FLOW_NAME_MAX}
        value={settings.assistantName ?? ''}
        onChange={({ target }) => set({ assistantName: target.value })}
      />
      <TextArea
        label="Introduction by text message"
        rows={3}
        maxLength={300}
        placeholder={DEFAULT_INTRODUCTION}
        value={settings.introduction ?? ''}
        onChange={({ target }) => set({ introduction: target.value })}
        className="[&_textarea]:text-sm"
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Languages</legend>
        <TickBox label="English" checked disabled onChange={() => undefined} />
        <TickBox
          label="Spanish"
          checked={languages.includes('es')}
          onChange={(isOn) => set({ languages: isOn ? ['en', 'es'] : ['en'] })}
        />
      </fieldset>
      <ListField
        label="Words that ask for a person"
        help="Beside AGENT, PERSON and the like."
        words={settings.exitWords ?? []}
        onChange={(exitWords) => set({ exitWords })}
      />
      {findings.map(({ message }) => (
        <Wrong key={message}>{message}</Wrong>
      ))}
    </div>
  )
}
