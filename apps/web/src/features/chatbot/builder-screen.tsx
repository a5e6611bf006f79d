import { hasErrors } from '@foyer/contracts/chatbot/check.rules.ts'
import { nodeOf } from '@foyer/contracts/chatbot/edit.rules.ts'
import type { References } from '@foyer/contracts/chatbot/findings.rules.ts'
import { checkAll } from '@foyer/flow/check.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../lib/use-media.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Loading } from '../../parts/state-notes.tsx'
import { lazyPart, SaidInPlace } from '../../ui/lazy-part.tsx'
import { problemCount } from './block-words.rules.ts'
import { BuilderHead, type SaveState } from './builder-head.tsx'
import type { BuilderActor } from './chatbot-builder.machine.ts'
import { sameContent } from './checked.rules.ts'
import { BlockSettings, loadOwnSettings } from './settings/block-settings.tsx'
import type { Offered } from './settings/settings.rules.ts'
import type { TestPlace } from './test/test-memory.rules.ts'
import type { Play, Talk } from './test/test-room.tsx'

const FlowCanvas = lazyPart(async () => (await import('./canvas/flow-canvas.tsx')).FlowCanvas, SaidInPlace)

const loadOutline = async () => (await import('./outline/outline-tree.tsx')).OutlineTree
const OutlineTree = lazyPart(loadOutline, SaidInPlace)

const TestRoom = lazyPart(async () => (await import('./test/test-room.tsx')).TestRoom, SaidInPlace)

const NO_TALK: Talk = { here: null, taken: [] }

/** Settings and test stand side by side from this width on. */
const BOTH = '(width >= 1280px)'

interface BuilderScreenProps {
  actor: BuilderActor
  saving: SaveState
  live: string | null
  place: TestPlace
  now: Date
  references: References
  offered: Offered
  versionsTo: string
  onPublish: () => void
  /** A conflict with a colleague, or what else stands above the canvas. */
  notice?: ReactNode
}

/** A chatbot on its canvas, beside the settings of the selected block and the test. */
export function BuilderScreen(props: BuilderScreenProps) {
  const { actor, saving, live, place, now, references, offered, versionsTo, onPublish, notice } = props
  const flow = useSelector(actor, ({ context }) => context.activeFlowData)
  const current = useSelector(actor, ({ context }) => context.activeElement)
  const canUndo = useSelector(actor, ({ context }) => context.past.length > 0)
  const canRedo = useSelector(actor, ({ context }) => context.future.length > 0)
  const pane = useSelector(actor, ({ value }) => value.pane)
  // The check of a large flow comes after the letter that was typed.
  const shown = useDeferredValue(flow)
  const [checked, setChecked] = useState(shown)
  if (sameContent(checked, shown) !== checked) setChecked(shown)
  const findings = useMemo(() => checkAll(checked, references), [checked, references])
  const [{ here, taken }, setTalk] = useState<Talk>(NO_TALK)
  const [isTestOpened, setIsTestOpened] = useState(pane === 'test')
  const [from, setFrom] = useState<Play | null>(null)
  const fitsBoth = useMedia(BOTH)
  const isPhone = usePhone()
  const settings = useRef<HTMLElement>(null)
  const [isOutline, setIsOutline] = useState(false)
  const isTesting = pane === 'test'
  if (isTesting && !isTestOpened) setIsTestOpened(true)
  const errors = findings.filter(({ severity }) => severity === 'error')
  const showTest = () => actor.send({ type: 'PANE', pane: isTesting ? 'settings' : 'test' })
  const select = (id: string) => actor.send({ type: 'SELECT', id })
  const play = (nodeId: string) => {
    actor.send({ type: 'PANE', pane: 'test' })
    setFrom({ nodeId })
  }
  const editBlock = () => {
    // The focus moves before the next key, which would otherwise be one of the canvas.
    flushSync(() => {
      if (!fitsBoth) actor.send({ type: 'PANE', pane: 'settings' })
    })
    settings.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const head = (
    <BuilderHead
      name={flow.name}
      {...{ saving, live, isTesting, canUndo, canRedo, versionsTo, onPublish, isPhone }}
      isOutline={isOutline}
      barred={
        hasErrors(findings)
          ? `${problemCount(errors.length)}. Mend ${errors.length === 1 ? 'it' : 'them'} first.`
          : undefined
      }
      onUndo={() => actor.send({ type: 'UNDO' })}
      onRedo={() => actor.send({ type: 'REDO' })}
      onTest={showTest}
      onOutline={() => setIsOutline(!isOutline)}
    />
  )
  // The talk goes on where it was, though its pane is hidden.
  const tests = isTestOpened && (
    <div hidden={!isTesting} className="contents">
      <Suspense fallback={<div className={isPhone ? 'flex-1' : 'w-77 shrink-0 border-l border-line bg-surface'} />}>
        <TestRoom
          {...{ flow, place, now }}
          play={from}
          onTalk={setTalk}
          {...(isPhone ? { className: 'w-full! flex-1 border-l-0!' } : { onShow: select })}
        />
      </Suspense>
    </div>
  )
  const reading = !isTesting && (
    <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto">
      <p className="border-b border-line px-4 py-2.5 text-sm text-muted">
        Here you read and test the chatbot. Building it needs a wider window.
      </p>
      <Suspense fallback={<Loading what="The outline" rows={6} />}>
        <OutlineTree {...{ flow, current }} onSelect={select} />
      </Suspense>
    </div>
  )
  const building = (
    <>
      {isOutline && (
        <div className="scrollbar-quiet w-80 shrink-0 overflow-y-auto border-r border-line bg-surface max-lg:w-auto max-lg:min-w-0 max-lg:flex-1">
          <Suspense fallback={<Loading what="The outline" rows={6} />}>
            <OutlineTree {...{ flow, current }} onSelect={select} onEdit={editBlock} />
          </Suspense>
        </div>
      )}
      {/* A tablet has no room for the outline, the canvas and the settings, so there the outline takes the canvas's place. */}
      <div className={isOutline ? 'contents max-lg:hidden' : 'contents'}>
        <Suspense fallback={<div className="min-w-0 flex-1 bg-canvas" />}>
          <FlowCanvas {...{ actor, flow, findings, taken, here }} onEdit={editBlock} onTest={showTest} />
        </Suspense>
      </div>
      {(fitsBoth || !isTesting) && (
        <BlockSettings
          ref={settings}
          {...{ flow, findings, offered, send: actor.send }}
          node={current === null ? null : (nodeOf(flow, current) ?? null)}
          onPlay={play}
        />
      )}
    </>
  )
  return (
    <div className={clsx('flex min-h-0 flex-1 flex-col', isPhone && 'bg-surface')}>
      {!isPhone && <LaterLoads />}
      {head}
      {notice}
      {/* The test has the same place at every width, so that it goes on when the window's width changes. */}
      <div className={clsx('flex min-h-0 flex-1', isPhone && 'flex-col')}>
        {isPhone ? reading : building}
        {tests}
      </div>
    </div>
  )
}

/** Loads what the first screen does not need, so that a builder that goes offline has it. As a component of its own it renders nothing else anew. */
function LaterLoads() {
  const isSettled = useSettled()
  useEffect(() => {
    // A part that is missing says so when it is opened.
    if (isSettled) void Promise.allSettled([loadOwnSettings(), loadOutline()])
  }, [isSettled])
  return null
}
