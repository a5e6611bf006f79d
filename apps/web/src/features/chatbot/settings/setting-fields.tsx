import { portLabel } from '@foyer/contracts/chatbot/flow.rules.ts'
import { portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { keyWords } from '../block-words.rules.ts'
import { SettingSelect } from './setting-select.tsx'
import type { BlockProps } from './settings.rules.ts'
import {
  keyOf,
  leadEvent,
  OPEN_LABELS,
  portProblem,
  targetChoices,
  targetOf,
  textProblem,
  wordsIn,
} from './settings.rules.ts'

/** The words of the block, with what is wrong about them. */
export function WordsField({ node, findings, onEdit, label, help }: BlockProps & { label: string; help?: string }) {
  return (
    <TextArea
      {...{ label }}
      {...(help !== undefined && { help })}
      rows={3}
      maxLength={1600}
      value={node.text}
      error={textProblem(findings)}
      onChange={({ target }) => onEdit({ text: target.value })}
      className="[&_textarea]:text-sm"
    />
  )
}

interface ListFieldProps {
  label: string
  help?: string
  words: readonly string[]
  onChange: (words: string[]) => void
}

/** Words with commas between them. */
export function ListField({ label, help, words, onChange }: ListFieldProps) {
  const [typed, setTyped] = useState(words.join(', '))
  // A step back in the history shows its own words.
  const shown = wordsIn(typed).join() === words.join() ? typed : words.join(', ')
  return (
    <Field
      {...{ label }}
      {...(help !== undefined && { help })}
      maxLength={1000}
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(wordsIn(target.value))
      }}
    />
  )
}

interface NumberFieldProps {
  label: string
  value: number | undefined
  min: number
  max: number
  onChange: (value: number | undefined) => void
  help?: string
}

export function NumberField({ label, value, min, max, onChange, help }: NumberFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  const number = typed.trim() === '' ? undefined : Number(typed)
  const shown = number === value ? typed : value === undefined ? '' : String(value)
  const isWrong = shown.trim() !== '' && !(Number(shown) >= min && Number(shown) <= max)
  return (
    <Field
      {...{ label }}
      {...(help !== undefined && { help })}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={shown}
      error={isWrong ? `Between ${min} and ${max}` : undefined}
      onChange={({ target }) => {
        const next = target.value.trim()
        setTyped(target.value)
        if (next === '') onChange(undefined)
        else if (Number.isFinite(Number(next))) onChange(Number(next))
      }}
    />
  )
}

/** The target of a port. */
function LeadField({ flow, node, findings, send, port, label }: BlockProps & { port: string; label?: string }) {
  const problem = portProblem(findings, port)
  const name = label ?? portLabel(node, port)
  return (
    <div>
      <SettingSelect
        label={name}
        value={targetOf(flow, node, port)}
        choices={targetChoices(flow, node.id, OPEN_LABELS[port] ?? 'Nowhere yet')}
        onChange={(target) => send(leadEvent(flow, node, port, target))}
        {...(problem !== undefined && { className: 'border-bad-fill!' })}
      />
      {problem !== undefined && <Wrong>{problem}</Wrong>}
    </div>
  )
}

/** The targets of the ports that no answer shows. */
export function WaysOut(props: BlockProps) {
  const own = new Set(props.node.options.map(({ id }) => id))
  const ports = portsOf(props.node).filter((port) => !own.has(port))
  if (ports.length === 0) return null
  return (
    <fieldset className="space-y-3 border-t border-line pt-4">
      <legend className="sr-only">Where it leads</legend>
      {ports.map((port) => (
        <LeadField key={port} {...props} port={port} {...(port === 'next' && { label: 'Then' })} />
      ))}
    </fieldset>
  )
}

export function Wrong({ children }: { children: string }) {
  return (
    <p className="mt-1 flex items-start gap-1 text-xs text-bad-text">
      <CircleAlert aria-hidden size={13} className="mt-px shrink-0" />
      {children}
    </p>
  )
}

interface KeyFieldProps {
  label: string
  value: string | undefined
  onChange: (key: string | undefined) => void
  className?: string
}

/** The name under which an answer is kept, in words. */
export function KeyField({ label, value, onChange, className }: KeyFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : keyWords(value))
  const own = value ?? ''
  return (
    <Field
      {...{ label, className }}
      autoComplete="off"
      maxLength={40}
      value={keyOf(typed) === own ? typed : keyWords(own)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(keyOf(target.value) || undefined)
      }}
    />
  )
}
