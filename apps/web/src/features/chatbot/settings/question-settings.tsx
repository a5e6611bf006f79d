import type { NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import { isChoices } from '@foyer/contracts/chatbot/ports.rules.ts'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { EXPECTS_LABELS } from '../block-words.rules.ts'
import { AnswersField } from './answers-field.tsx'
import { QuestionFields } from './question-fields.tsx'
import { KeyField, ListField, NumberField, WaysOut, WordsField } from './setting-fields.tsx'
import { SettingSelect } from './setting-select.tsx'
import type { BlockProps } from './settings.rules.ts'

type Settings = NonNullable<NodeOf<'question'>['settings']>

const EXPECTS = Object.entries(EXPECTS_LABELS).map(([value, label]) => ({
  value: value as keyof typeof EXPECTS_LABELS,
  label,
}))
const IF_OTHER = [
  { value: 'closest', label: 'Match the closest answer' },
  { value: 'again', label: 'Ask again' },
  { value: 'otherwise', label: 'Go on with “Anything else”' },
] as const
const TRIES = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value === '1' ? 'Once' : `${value} times` }))

/** A question with answers to choose from, with one answer, or with several fields. */
export function QuestionSettings(props: BlockProps<NodeOf<'question'>>) {
  const { node, onEdit } = props
  const settings: Settings = node.settings ?? {}
  const set = (change: Partial<Settings>) => onEdit({ settings: withoutUndefined({ ...settings, ...change }) })
  const hasChoices = isChoices(node)
  const hasFields = (settings.fields?.length ?? 0) > 0
  const { silence } = settings
  return (
    <>
      <WordsField {...props} label="Question" {...(hasFields && { help: 'Said before the first field.' })} />
      {hasChoices ? (
        <AnswersField
          {...props}
          legend="Answers"
          word="answer"
          fresh={(id) => ({ id, label: 'New answer' })}
          moreLabel="Other words for it"
          more={(option, change) => (
            <div className="border-t border-line px-2 py-1.5 [&_label]:text-xs">
              <ListField
                label="Other words for it"
                words={option.keywords ?? []}
                onChange={(keywords) => change({ keywords })}
              />
            </div>
          )}
        />
      ) : (
        <QuestionFields {...{ node, set }} />
      )}
      {!hasChoices && !hasFields && (
        <SettingSelect
          label="What counts as an answer"
          value={settings.expects === undefined || settings.expects === 'choice' ? 'text' : settings.expects}
          choices={EXPECTS}
          onChange={(expects) => set({ expects })}
        />
      )}
      {settings.expects === 'number' && !hasFields && (
        <div className="grid grid-cols-2 gap-2">
          <NumberField label="At least" value={settings.min} min={-1e9} max={1e9} onChange={(min) => set({ min })} />
          <NumberField label="At most" value={settings.max} min={-1e9} max={1e9} onChange={(max) => set({ max })} />
        </div>
      )}
      {hasChoices && (
        <SettingSelect
          label="If the patient types instead"
          value={settings.ifOther ?? 'closest'}
          choices={IF_OTHER}
          onChange={(ifOther) => set({ ifOther })}
        />
      )}
      {!hasFields && (
        <KeyField label="Save the answer as" value={settings.saveAs} onChange={(saveAs) => set({ saveAs })} />
      )}
      <TextArea
        label="If it is not understood"
        rows={2}
        maxLength={1600}
        placeholder="How to answer, in the assistant’s own words"
        value={settings.again ?? ''}
        onChange={({ target }) => set({ again: target.value || undefined })}
        className="[&_textarea]:text-sm"
      />
      <SettingSelect
        label="Asked at most"
        value={String(settings.tries ?? 2)}
        choices={TRIES}
        onChange={(tries) => set({ tries: Number(tries) })}
      />
      <NumberField
        label="Silent for so many minutes"
        help="Empty: 10 minutes on the website, 4 hours by text."
        value={silence === undefined ? undefined : silence.afterSeconds / 60}
        min={1}
        max={10_080}
        onChange={(minutes) =>
          set({ silence: minutes === undefined ? undefined : { ...silence, afterSeconds: Math.round(minutes * 60) } })
        }
      />
      {silence !== undefined && (
        <Field
          label="Then say once"
          autoComplete="off"
          maxLength={1600}
          value={silence.nudge ?? ''}
          onChange={({ target }) =>
            set({ silence: withoutUndefined({ ...silence, nudge: target.value || undefined }) })
          }
        />
      )}
      <WaysOut {...props} />
    </>
  )
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as T
}
