import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import type { FieldValues, OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import { OPT_OUT_LINE } from '@foyer/contracts/outreach/message.rules.ts'
import { saysHowToOptOut } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { clsx } from 'clsx'
import { Braces, CircleAlert, Plus, Split, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Field } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Wording } from '../../wording.tsx'
import { type Gap, GapNotes } from './gap-notes.tsx'
import { countOf, findingsIn, otherProblems, proposalLabel, type WrittenMessage } from './message.rules.ts'
import { BUTTON_FIELDS, fieldLabel, MENU_FIELDS } from './word-parts.rules.ts'
import { WordsBox, type WordsBoxHandle } from './words-box.tsx'

interface MessagePartProps {
  message: WrittenMessage
  onChange: (change: Partial<WrittenMessage>) => void
  /** What is wrong with the words, by `wordProblems`. */
  problems: readonly CampaignProblem[]
  /** The patient by whose details the length is counted. */
  values: FieldValues
  /** Stands for the patient's short link to an address; null where links stay as they are. */
  shortLink: ((url: string) => string) | null
  /** The patients whose field is not on file. */
  gaps?: readonly Gap[]
  /** Problems of empty words are shown from the first try on. */
  isTried?: boolean
  disabled?: boolean
  /** Stands at the end of the row of fields. */
  end?: ReactNode
}

/** The words of a campaign or a template: fields, counter, gaps and guard. */
export function MessagePart(props: MessagePartProps) {
  const { message, onChange, problems, values, shortLink, gaps = [], isTried = false, disabled = false, end } = props
  const { type, content, subject } = message
  const box = useRef<WordsBoxHandle>(null)
  const notes = useId()
  const findings = findingsIn(problems)
  const shown = otherProblems(problems).filter(({ code }) => isTried || code !== 'empty')
  const isBarred = shown.some(({ level }) => level === 'problem')
  const insert = (field: OutreachField) => box.current?.insert(`{{${field}}}`)
  const take = (words: string) => onChange({ content: words })
  return (
    <div className="min-w-0">
      {type === 'email' && (
        <Field
          label="Subject"
          size="lg"
          className="mb-3"
          autoComplete="off"
          disabled={disabled}
          value={subject}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
      )}
      <div className={clsx('focus-shell rounded-md border bg-raised', isBarred ? 'border-bad-fill' : 'border-control')}>
        <div className="flex flex-wrap items-center gap-x-1 border-b border-line px-1.5 py-1">
          {BUTTON_FIELDS.map((field) => (
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
            entries={MENU_FIELDS.map((field) => ({ label: fieldLabel(field), onSelect: () => insert(field) }))}
          />
          {end !== undefined && <div className="ml-auto">{end}</div>}
        </div>
        <WordsBox
          ref={box}
          label="Text"
          text={content}
          flagged={findings}
          disabled={disabled}
          error={isBarred ? 'wrong' : undefined}
          describedBy={shown.length === 0 ? undefined : notes}
          onChange={take}
        />
        {type === 'SMS' && <TextFoot {...{ message, values, shortLink }} />}
      </div>
      {shown.length > 0 && (
        <ul id={notes} className="mt-2 space-y-1.5 text-sm">
          {shown.map((problem, place) => (
            <ProblemLine key={`${place} ${problem.code}`} problem={problem} onTake={take} />
          ))}
        </ul>
      )}
      <Wording text={content} findings={findings} onTake={take} />
      <GapNotes {...{ message, onChange, gaps }} />
    </div>
  )
}

/** The line that is added by itself, and the counter. */
function TextFoot({ message, values, shortLink }: Pick<MessagePartProps, 'message' | 'values' | 'shortLink'>) {
  const { used, room, segments } = countOf(message, { values, shortLink })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-3 py-1.5 text-xs text-muted">
      <span>{saysHowToOptOut(message.content) ? '' : `Adds automatically: “${OPT_OUT_LINE}”`}</span>
      <span role="status" aria-label="Segments" className="num inline-flex items-center gap-3">
        <span>
          <b className="font-semibold text-ink">{used}</b>
          {` of ${room} characters`}
        </span>
        {segments === 1 ? (
          <span>1 segment</span>
        ) : (
          <span className="inline-flex items-center gap-1 font-medium text-warn-text">
            <Split aria-hidden size={13} />
            {`${segments} segments`}
          </span>
        )}
      </span>
    </div>
  )
}

interface ProblemLineProps {
  problem: CampaignProblem
  onTake: (words: string) => void
}

function ProblemLine({ problem, onTake }: ProblemLineProps) {
  const { level, message, proposal } = problem
  const Icon = level === 'problem' ? CircleAlert : TriangleAlert
  return (
    <li
      className={clsx(
        'flex flex-wrap items-center gap-x-2 gap-y-1',
        level === 'problem' ? 'text-bad-text' : 'text-warn-text',
      )}
    >
      <span className="flex min-w-0 items-start gap-1.5 wrap-anywhere">
        <Icon aria-hidden size={15} className="mt-0.5 shrink-0" />
        {message}
      </span>
      {proposal !== undefined && (
        <Button size="sm" onClick={() => onTake(proposal)}>
          {proposalLabel(problem)}
        </Button>
      )}
    </li>
  )
}
