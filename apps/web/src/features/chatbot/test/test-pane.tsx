import { expectsOf, fieldsOf, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Expects } from '@foyer/contracts/chatbot/limits.rules.ts'
import { useSelector } from '@xstate/react'
import { CirclePlay, FastForward, RotateCw } from 'lucide-react'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { ACTION_LABELS, durationWords, keyWords } from '../block-words.rules.ts'
import type { TestActor } from './test.machine.ts'
import { assistantName, type TestContext } from './test-memory.rules.ts'
import { TestPhone } from './test-phone.tsx'
import { TestSettingsRow } from './test-settings.tsx'

interface TestPaneProps {
  actor: TestActor
  skip: () => void
  className?: string
  onShow?: (nodeId: string) => void
}

const PLACEHOLDERS: Partial<Record<Expects, string>> = {
  ...{
    birthdate: 'MM/DD/YYYY',
    date: 'MM/DD/YYYY',
    phone: '(512) 555-0142',
    email: 'jo@mail.com',
    choice: 'Type or press',
  },
}

/** The chatbot as a patient would meet it. */
export function TestPane({ actor, skip, className = '', onShow }: TestPaneProps) {
  const context = useSelector(actor, (state) => state.context)
  const standing = useSelector(actor, ({ value }) => value)
  const { flow, place, settings, lines, due, isOutdated, nowMs } = context
  const talks = standing === 'waitingForPatient' || standing === 'waitingForTime' || standing === 'acting'
  return (
    <aside
      aria-label="Test the chatbot"
      className={`flex min-h-0 w-77 shrink-0 flex-col border-l border-line bg-surface ${className}`}
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 className="min-w-0 flex-1 text-sm font-semibold">Test</h2>
        <Select
          label="Who writes"
          size="sm"
          value={settings.who}
          choices={[
            { value: 'visitor', label: 'New visitor' },
            { value: 'patient', label: 'Sofia Marchetti' },
          ]}
          onChange={(who) => actor.send({ type: 'SET', settings: { who } })}
        />
        <IconButton icon={RotateCw} label="Restart the test" size="sm" onClick={() => actor.send({ type: 'BEGIN' })} />
      </header>
      <TestSettingsRow {...{ actor, settings, zone: place.zone }} />
      <div className="flex min-h-0 flex-1 flex-col gap-2 bg-canvas px-4 py-3">
        {isOutdated && (
          <p role="status" className="text-xs text-muted">
            The flow changed. Restart the test to play the new one.
          </p>
        )}
        <TestPhone
          time={timeOfDay(new Date(nowMs), place.zone).replace(/ [AP]M$/, '')}
          assistant={assistantName(flow, place)}
          lines={lines}
          canSay={talks}
          placeholder={placeholderOf(context)}
          onSay={(text) => actor.send({ type: 'SAY', text })}
        />
        {standing === 'acting' && <Outcomes {...{ actor, context }} />}
        {standing === 'ready' || standing === 'ended' ? (
          <Button icon={CirclePlay} onClick={() => actor.send({ type: 'BEGIN' })}>
            {standing === 'ready' ? 'Start the test' : 'Play again'}
          </Button>
        ) : (
          due !== null && (
            <Button size="sm" icon={FastForward} onClick={skip}>
              {`Skip ahead ${durationWords(Math.round(due.ms / 1000))}`}
            </Button>
          )
        )}
      </div>
      <Collected {...{ context, onShow }} />
    </aside>
  )
}

function placeholderOf({ made, nodeId, session }: TestContext): string {
  const node = nodeId === null ? undefined : made?.nodes.get(nodeId)
  if (node?.kind !== 'question') return 'Message'
  const value = session?.value
  const field = typeof value === 'object' ? Object.values(value)[0] : undefined
  const expects = fieldsOf(node).find(({ key }) => key === field)?.expects ?? expectsOf(node)
  return PLACEHOLDERS[expects] ?? 'Message'
}

/** Outside actions do nothing in a test: their outcome is told by hand. */
function Outcomes({ actor, context: { work } }: { actor: TestActor; context: TestContext }) {
  if (work === null) return null
  const kind = work.action.do
  const end = (isDone: boolean, more: { onFile?: boolean; verified?: boolean } = {}) =>
    actor.send({ type: 'OUTCOME', isDone, ...more })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of a form
    <div role="group" aria-label={ACTION_LABELS[kind]} className="rounded-md border border-line-strong bg-raised p-2">
      <p className="mb-1.5 text-xs font-medium">{`${ACTION_LABELS[kind]}: how does it end?`}</p>
      <div className="flex flex-wrap gap-1.5">
        {kind === 'identify' ? (
          <>
            <Button size="sm" onClick={() => end(true, { onFile: true })}>
              Found on file
            </Button>
            <Button size="sm" onClick={() => end(true, { onFile: false })}>
              No match
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" onClick={() => end(true, kind === 'verify' ? { verified: true, onFile: true } : {})}>
              {kind === 'verify' ? 'The code is right' : 'It works'}
            </Button>
            <Button size="sm" onClick={() => end(false)}>
              {kind === 'verify' ? 'The code is wrong' : 'It fails'}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** The answers that the assistant has by now. */
function Collected({ context, onShow }: { context: TestContext; onShow?: ((nodeId: string) => void) | undefined }) {
  const { session, made, nodeId } = context
  const node = nodeId === null ? undefined : made?.nodes.get(nodeId)
  const answers = Object.entries(session?.context.answers ?? {})
  if (node === undefined && answers.length === 0) return null
  return (
    <dl className="scrollbar-quiet grid max-h-40 shrink-0 grid-cols-[6rem_minmax(0,1fr)] gap-y-1 overflow-y-auto border-t border-line px-4 py-3 text-xs">
      {answers.map(([key, { label }]) => (
        <div key={key} className="contents">
          <dt className="text-muted">{keyWords(key)}</dt>
          <dd className="font-semibold wrap-anywhere">{label}</dd>
        </div>
      ))}
      {node !== undefined && (
        <div className="contents">
          <dt className="text-muted">Now at</dt>
          <dd className="min-w-0">
            {onShow ? (
              <button type="button" onClick={() => onShow(node.id)} className="font-semibold text-link hover:underline">
                {titleOf(node)}
              </button>
            ) : (
              <span className="font-semibold">{titleOf(node)}</span>
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}
