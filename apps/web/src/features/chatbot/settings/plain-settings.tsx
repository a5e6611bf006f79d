import type { NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import { waitDays } from '@foyer/contracts/chatbot/limits.rules.ts'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { NamedSelect } from './action-settings.tsx'
import { ListField, NumberField, WaysOut, WordsField, Wrong } from './setting-fields.tsx'
import { SettingSelect } from './setting-select.tsx'
import { type BlockProps, NONE } from './settings.rules.ts'

/** The place and time at which the assistant begins. */
export function StartSettings(props: BlockProps<NodeOf<'start'>>) {
  const { node, onEdit, findings } = props
  const settings = node.settings ?? {}
  const { channels = ['sms', 'chat'], starts = 'first', keywords = [], when = 'always', pages = [], order } = settings
  const set = (change: Partial<typeof settings>) => onEdit({ settings: { ...settings, ...change } })
  const tick = (channel: 'sms' | 'chat') => (isOn: boolean) =>
    set({ channels: isOn ? [...channels, channel] : channels.filter((one) => one !== channel) })
  const taken = findings.find(({ code }) => code === 'keyword_taken' || code === 'opt_out_collision')
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Where it answers</legend>
        <TickBox label="Website chat" checked={channels.includes('chat')} onChange={tick('chat')} />
        <TickBox label="Text messages" checked={channels.includes('sms')} onChange={tick('sms')} />
      </fieldset>
      <SettingSelect
        label="Begins"
        value={starts}
        choices={[
          { value: 'first', label: 'With the first message' },
          { value: 'keyword', label: 'With a keyword' },
        ]}
        onChange={(next) => set({ starts: next })}
      />
      {starts === 'keyword' && (
        <div>
          <ListField
            label="Keywords"
            help="With commas between them."
            words={keywords}
            onChange={(next) => set({ keywords: next })}
          />
          {taken !== undefined && <Wrong>{taken.message}</Wrong>}
        </div>
      )}
      <SettingSelect
        label="When"
        value={when}
        choices={[
          { value: 'always', label: 'At any time' },
          { value: 'open', label: 'While the clinic is open' },
          { value: 'closed', label: 'While the clinic is closed' },
        ]}
        onChange={(next) => set({ when: next })}
      />
      {channels.includes('chat') && (
        <ListField label="Pages" help="Empty: every page." words={pages} onChange={(next) => set({ pages: next })} />
      )}
      <NumberField
        label="Place among the assistants"
        help="1 is asked first."
        value={order}
        min={1}
        max={1000}
        onChange={(next) => {
          const { order: _, ...rest } = settings
          onEdit({ settings: next === undefined ? rest : { ...rest, order: next } })
        }}
      />
      <WaysOut {...props} />
    </>
  )
}

export function MessageSettings(props: BlockProps<NodeOf<'message'>>) {
  return (
    <>
      <WordsField
        {...props}
        label="What it says to patients"
        help="{{clinic}} and the names of answers are filled in."
      />
      <WaysOut {...props} />
    </>
  )
}

const UNTIL_DAYS = waitDays.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

export function WaitSettings(props: BlockProps<NodeOf<'wait'>>) {
  const { node, onEdit } = props
  const { seconds = 3600, until } = node.settings ?? {}
  const how = until === undefined ? 'seconds' : until === 'nextOpen' ? 'nextOpen' : 'day'
  return (
    <>
      <SettingSelect
        label="Waits"
        value={how}
        choices={[
          { value: 'seconds', label: 'For some minutes' },
          { value: 'nextOpen', label: 'Until the clinic opens' },
          { value: 'day', label: 'Until a day and time' },
        ]}
        onChange={(next) =>
          onEdit({
            settings:
              next === 'seconds'
                ? { seconds: 3600 }
                : { until: next === 'nextOpen' ? 'nextOpen' : { day: 'tomorrow', time: '09:00' } },
          })
        }
      />
      {how === 'seconds' && (
        <NumberField
          label="Minutes"
          value={seconds / 60}
          min={0.1}
          max={10_080}
          onChange={(minutes = 60) => onEdit({ settings: { seconds: Math.max(5, Math.round(minutes * 60)) } })}
        />
      )}
      {until !== undefined && until !== 'nextOpen' && (
        <div className="grid grid-cols-2 gap-2">
          <SettingSelect
            label="Day"
            value={until.day}
            choices={UNTIL_DAYS}
            onChange={(day) => onEdit({ settings: { until: { ...until, day } } })}
          />
          <Field
            label="Time"
            size="lg"
            type="time"
            value={until.time}
            onChange={({ target }) => {
              if (target.value !== '') onEdit({ settings: { until: { ...until, time: target.value } } })
            }}
          />
        </div>
      )}
      <WaysOut {...props} />
    </>
  )
}

export function HandoffSettings(props: BlockProps<NodeOf<'handoff'>>) {
  const { node, onEdit, offered, findings } = props
  const settings = node.settings ?? {}
  const set = (change: Partial<typeof settings>) => onEdit({ settings: { ...settings, ...change } })
  const missing = findings.find(({ code }) => code === 'missing_reference')
  return (
    <>
      <WordsField {...props} label="Says while open" help="Empty: “A person will answer you.”" />
      <TextArea
        label="Says while closed"
        rows={3}
        maxLength={1600}
        value={settings.closedText ?? ''}
        onChange={({ target }) => set({ closedText: target.value })}
        className="[&_textarea]:text-sm"
      />
      <div>
        <NamedSelect
          label="To"
          none="Whoever is there"
          value={settings.to ?? NONE}
          all={offered.staff}
          onChange={(to) => set({ to: to === NONE ? null : to })}
        />
        {missing !== undefined && <Wrong>{missing.message}</Wrong>}
      </div>
      <RequestType {...props} value={settings.requestType ?? NONE} onChange={(requestType) => set({ requestType })} />
    </>
  )
}

export function EndSettings(props: BlockProps<NodeOf<'end'>>) {
  const { node, onEdit } = props
  const settings = node.settings ?? {}
  const set = (change: Partial<typeof settings>) => onEdit({ settings: { ...settings, ...change } })
  return (
    <>
      <WordsField {...props} label="Last words" help="Empty: it says nothing." />
      <TickBox label="Close the conversation" checked={settings.close ?? false} onChange={(close) => set({ close })} />
      <RequestType {...props} value={settings.requestType ?? NONE} onChange={(requestType) => set({ requestType })} />
    </>
  )
}

function RequestType({
  offered,
  value,
  onChange,
}: Pick<BlockProps, 'offered'> & { value: string; onChange: (requestType: string | null) => void }) {
  return (
    <NamedSelect
      label="Request type"
      none="As it is"
      value={value}
      all={offered.requestTypes}
      onChange={(id) => onChange(id === NONE ? null : id)}
    />
  )
}
