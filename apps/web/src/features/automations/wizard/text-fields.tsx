import { type ActionOf, TEXT_MAX } from '@foyer/contracts/automations/actions.rules.ts'
import { filledWords } from '@foyer/contracts/outreach/field-values.rules.ts'
import type { FieldValues, OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import { Braces, MessageSquareText, Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { fieldLabel, MENU_FIELDS } from '../../../parts/campaigns/message/word-parts.rules.ts'
import { WordsBox, type WordsBoxHandle } from '../../../parts/campaigns/message/words-box.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { fieldEdge } from '../../../ui/field-frame.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Catalog } from '../use-catalog.ts'
import { withChosen } from './catalog-choices.rules.ts'
import { Wrong } from './small-fields.tsx'

/** These have a button; the others are in the menu. */
const BUTTONS = ['firstName', 'doctor', 'visitDate', 'clinic'] as const
const OTHERS = [...MENU_FIELDS, 'clinicPhone' as const].filter(
  (field) => !(BUTTONS as readonly string[]).includes(field),
)

interface WordsProps {
  text: string | null
  templateId: string | null
}

interface TextFieldsProps extends WordsProps {
  type: 'SMS' | 'email'
  catalog: Catalog
  values: FieldValues
  problems: { readonly text: string | undefined; readonly templateId: string | undefined }
  onChange: (words: { text: string; templateId: null } | { text: null; templateId: string }) => void
}

const WRITTEN = 'written'

/** The words of a text or an e-mail: written here or a template's, and filled for one patient. */
export function TextFields({ type, text, templateId, catalog, values, problems, onChange }: TextFieldsProps) {
  const templates = (catalog.data?.templates ?? []).filter((template) => template.type === type)
  const choices = withChosen(
    templates.map(({ _id, name }) => ({ value: _id, label: name })),
    templateId === null ? [] : [templateId],
    catalog.names,
    'Removed template',
  )
  const template = templates.find(({ _id }) => _id === templateId)
  const words = text ?? template?.text ?? null
  return (
    <div className="space-y-3">
      {choices.length > 0 && (
        <Select
          label="Words"
          value={templateId ?? WRITTEN}
          choices={[{ value: WRITTEN, label: 'Written here' }, ...choices]}
          onChange={(value) =>
            onChange(
              value === WRITTEN
                ? { text: template?.text ?? text ?? '', templateId: null }
                : { text: null, templateId: value },
            )
          }
          className="max-w-full"
        />
      )}
      {text !== null && (
        <Written
          label={type === 'SMS' ? 'Text to send' : 'Email to send'}
          text={text}
          error={problems.text}
          onChange={(next) => onChange({ text: next, templateId: null })}
        />
      )}
      <Wrong message={problems.templateId} />
      {words !== null && words.trim() !== '' && (
        <Filled words={words} values={values} title={template?.name ?? null} isText={type === 'SMS'} />
      )}
    </div>
  )
}

interface WrittenProps {
  label: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function Written({ label, text, error, onChange }: WrittenProps) {
  const box = useRef<WordsBoxHandle>(null)
  const id = useId()
  const insert = (field: OutreachField) =>
    box.current?.insert(field === 'firstName' ? '{{firstName|there}}' : `{{${field}}}`)
  return (
    <div>
      <div className={`focus-shell rounded-md border bg-raised ${fieldEdge(error)}`}>
        <div className="flex flex-wrap items-center gap-x-1 border-b border-line px-1.5 py-1">
          {BUTTONS.map((field) => (
            <Button key={field} kind="ghost" size="sm" icon={Plus} onClick={() => insert(field)}>
              {fieldLabel(field)}
            </Button>
          ))}
          <Menu
            label="More fields"
            content={
              <>
                <Braces aria-hidden size={14} className="shrink-0" />
                More
              </>
            }
            className={buttonLook('ghost', 'sm')}
            entries={OTHERS.map((field) => ({ label: fieldLabel(field), onSelect: () => insert(field) }))}
          />
        </div>
        <WordsBox
          ref={box}
          {...{ label, text, error, onChange }}
          flagged={[]}
          describedBy={error === undefined ? undefined : id}
        />
      </div>
      <div id={id}>
        <Wrong message={error} />
      </div>
    </div>
  )
}

/** A text or an e-mail that is not being edited, filled for one patient. */
export function FilledAction({ action, catalog, values }: FilledActionProps) {
  const template = catalog.data?.templates.find(({ _id }) => _id === action.templateId)
  const words = action.text ?? template?.text ?? ''
  if (words.trim() === '') return null
  return <Filled {...{ words, values }} title={template?.name ?? null} isText={action.kind === 'sendSms'} />
}

interface FilledActionProps {
  action: ActionOf<'sendSms' | 'sendEmail'>
  catalog: Catalog
  values: FieldValues
}

interface FilledProps {
  words: string
  values: FieldValues
  title: string | null
  isText: boolean
}

/** The words as one patient gets them. */
function Filled({ words, values, title, isText }: FilledProps) {
  const { text } = filledWords(words, values)
  const { used, room, segments } = segmentsOf(text)
  const isLong = isText && text.length > TEXT_MAX
  return (
    <div className="rounded-lg border border-auto-line bg-auto px-3.5 py-3">
      <p className="flex items-center gap-1.5 text-xs font-medium text-auto-text">
        <MessageSquareText aria-hidden size={14} className="shrink-0" />
        {title ?? 'As an invented patient gets it'}
      </p>
      <p dir="auto" className="mt-1 text-base whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      {isText && (
        <p role="status" aria-label="Segments" className="num mt-1 text-xs text-muted">
          {isLong
            ? `${text.length.toLocaleString('en-US')} characters: shorten it to ${TEXT_MAX}`
            : `${used} of ${room} characters · ${segments === 1 ? '1 segment' : `${segments} segments`}`}
        </p>
      )}
    </div>
  )
}
