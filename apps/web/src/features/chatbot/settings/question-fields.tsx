import { fieldsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import { FIELDS_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { Plus, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { EXPECTS_LABELS, keyWords } from '../block-words.rules.ts'
import { KeyField } from './setting-fields.tsx'
import { unnumbered } from './settings.rules.ts'

type Settings = NonNullable<NodeOf<'question'>['settings']>
type Asked = NonNullable<Settings['fields']>[number]

const EXPECTS = Object.entries(EXPECTS_LABELS).map(([value, label]) => ({ value: value as Asked['expects'], label }))

interface QuestionFieldsProps {
  node: NodeOf<'question'>
  set: (change: Partial<Settings>) => void
}

/** Several things that are asked one after the other, each with a question of its own. */
export function QuestionFields({ node, set }: QuestionFieldsProps) {
  const fields = fieldsOf(node)
  const change = (at: number, next: Partial<Asked>) =>
    set({ fields: fields.map((field, place) => (place === at ? { ...field, ...next } : field)) })
  const add = () => {
    const taken = new Set(fields.map(({ key }) => key))
    let number = fields.length + 1
    while (taken.has(`field${number}`)) number += 1
    set({ fields: unnumbered([...fields, { key: `field${number}`, ask: '', expects: 'text' }]) })
  }
  const remove = (at: number) => {
    const left = fields.filter((_, place) => place !== at)
    set({ fields: left.length === 0 ? undefined : unnumbered(left) })
  }
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Fields</legend>
      <ol className="space-y-1.5">
        {fields.map(({ key, ask, expects }, at) => (
          <li key={at} className="space-y-2 rounded-md border border-line-strong bg-raised p-2">
            <div className="flex items-end gap-1">
              <KeyField
                label={`Name of field ${at + 1}`}
                value={key}
                onChange={(next = `field${at + 1}`) => change(at, { key: next })}
                className="min-w-0 flex-1"
              />
              <IconButton icon={X} label={`Remove ${keyWords(key)}`} onClick={() => remove(at)} />
            </div>
            <Field
              label={`Question of field ${at + 1}`}
              autoComplete="off"
              maxLength={1600}
              value={ask}
              onChange={({ target }) => change(at, { ask: target.value })}
            />
            <Select
              label={`${keyWords(key)} is`}
              value={expects}
              choices={EXPECTS}
              onChange={(next) => change(at, { expects: next })}
              className="w-full"
            />
          </li>
        ))}
      </ol>
      {fields.length < FIELDS_MAX && (
        <Button kind="ghost" size="sm" icon={Plus} onClick={add} className="mt-1.5 -ml-1">
          Add a field
        </Button>
      )}
    </fieldset>
  )
}
