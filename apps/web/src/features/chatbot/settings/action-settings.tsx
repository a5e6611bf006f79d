import type { NodeOf, ActionSettings as Settings } from '@foyer/contracts/chatbot/flow.ts'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ACTION_LABELS, keyWords } from '../block-words.rules.ts'
import { FileField } from './file-field.tsx'
import { NumberField, WaysOut, WordsField, Wrong } from './setting-fields.tsx'
import { SettingSelect } from './setting-select.tsx'
import { type BlockProps, freshAction, keysOf, type Named } from './settings.rules.ts'

/** An action of the assistant: what it does, and what that takes. */
export function ActionSettings(props: BlockProps<NodeOf<'action'>>) {
  const { node, offered, findings, onEdit } = props
  const kinds = (Object.keys(ACTION_LABELS) as Settings['do'][]).filter(
    (kind) => kind === node.settings?.do || freshAction(kind, offered) !== null,
  )
  const missing = findings.find(({ code }) => code === 'missing_reference')
  return (
    <>
      <SettingSelect
        label="What it does"
        value={node.settings?.do ?? 'addNote'}
        choices={kinds.map((value) => ({ value, label: ACTION_LABELS[value] }))}
        onChange={(kind) => onEdit({ settings: freshAction(kind, offered) ?? undefined })}
      />
      {node.settings !== undefined && <Takes {...props} settings={node.settings} />}
      {missing !== undefined && <Wrong>{missing.message}</Wrong>}
      <WordsField {...props} label="Says before" help="Empty: it says nothing." />
      <WaysOut {...props} />
    </>
  )
}

function Takes({ flow, offered, settings, onEdit }: BlockProps<NodeOf<'action'>> & { settings: Settings }) {
  const set = (change: Partial<Settings>) => onEdit({ settings: { ...settings, ...change } as Settings })
  const keys = keysOf(flow)
  switch (settings.do) {
    case 'setRequestType':
      return (
        <NamedSelect
          label="Request type"
          value={settings.requestType}
          all={offered.requestTypes}
          onChange={(requestType) => set({ requestType })}
        />
      )
    case 'assign':
      return (
        <NamedSelect label="To" value={settings.user ?? ''} all={offered.staff} onChange={(user) => set({ user })} />
      )
    case 'addNote':
      return (
        <TextArea
          label="Note for staff"
          help="Staff read it. No patient does."
          rows={3}
          maxLength={1600}
          value={settings.note ?? ''}
          onChange={({ target }) => set({ note: target.value })}
          className="[&_textarea]:text-sm"
        />
      )
    case 'sendFile':
      return <FileField files={offered.files} value={settings.fileId} onChange={(fileId) => set({ fileId })} />
    case 'saveField':
      return (
        <>
          <SettingSelect
            label="Field on file"
            value={settings.field}
            choices={[
              { value: 'email', label: 'Email' },
              { value: 'preferredContact', label: 'Preferred contact' },
              { value: 'insuranceType', label: 'Insurance type' },
            ]}
            onChange={(field) => set({ field })}
          />
          <KeySelect label="From the answer" value={settings.key} keys={keys} onChange={(key) => set({ key })} />
        </>
      )
    case 'identify':
      return (
        <>
          <KeySelect label="Name" value={settings.name} keys={keys} onChange={(name) => set({ name })} />
          <KeySelect
            label="Date of birth"
            value={settings.birthdate}
            keys={keys}
            onChange={(birthdate) => set({ birthdate })}
          />
          <KeySelect label="Phone" value={settings.phone} keys={keys} onChange={(phone) => set({ phone })} />
        </>
      )
    case 'offerTimes':
      return (
        <>
          <Field
            label="Kind of visit offered"
            autoComplete="off"
            maxLength={100}
            value={settings.visitType}
            onChange={({ target }) => set({ visitType: target.value })}
          />
          <NamedSelect
            label="Doctor"
            none="Any doctor"
            value={settings.doctorId ?? ''}
            all={offered.doctors}
            onChange={(doctorId) => {
              const { doctorId: _, ...rest } = settings
              onEdit({ settings: doctorId === '' ? rest : { ...rest, doctorId } })
            }}
          />
          <div className="grid grid-cols-2 gap-2">
            <NumberField
              label="Times offered"
              value={settings.count}
              min={2}
              max={5}
              onChange={(count = 5) => set({ count })}
            />
            <NumberField
              label="Days ahead"
              value={settings.days}
              min={1}
              max={30}
              onChange={(days = 14) => set({ days })}
            />
          </div>
        </>
      )
    default:
      return null
  }
}

interface NamedSelectProps {
  label: string
  none?: string
  value: string
  all: readonly Named[]
  onChange: (id: string) => void
}

export function NamedSelect({ label, none, value, all, onChange }: NamedSelectProps) {
  const known = all.map(({ _id, name }) => ({ value: _id, label: name }))
  const choices = none === undefined ? known : [{ value: '', label: none }, ...known]
  return <SettingSelect {...{ label, value, choices, onChange }} />
}

interface KeySelectProps {
  label: string
  value: string
  keys: readonly string[]
  onChange: (key: string) => void
}

function KeySelect({ label, value, keys, onChange }: KeySelectProps) {
  const all = keys.includes(value) ? keys : [value, ...keys]
  return (
    <SettingSelect {...{ label, value, onChange }} choices={all.map((key) => ({ value: key, label: keyWords(key) }))} />
  )
}
