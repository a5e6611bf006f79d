import { Search } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import type { Choice } from '../features/commands/command-bar.rules.ts'
import type { Listed } from '../lib/commands.rules.ts'
import { useCommands, useKeyboard } from '../parts/keyboard.tsx'
import { useActiveOrganization, useApp } from '../parts/services.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { navigation } from './features.ts'

const loadBar = () => import('../features/commands/command-bar.tsx')
const CommandBar = lazyPart(async () => (await loadBar()).CommandBar)
const HelpSheet = lazyPart(async () => (await import('../features/commands/help-sheet.tsx')).HelpSheet)

const NAME = 'Go to a patient, conversation or page'

/** The open overlay, and the commands that were available when it opened. */
interface Open {
  what: 'bar' | 'help'
  from: Element | null
  commands: readonly Listed[]
}

/** [DESIGN-13] The search field in the top bar, the command bar that it opens, and the sheet that lists all keys. */
export function GoTo() {
  const { commands: registry, handover } = useKeyboard()
  const organizationId = useActiveOrganization()?._id ?? null
  const { user } = useSnapshot(useApp().mainContext)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<Open | null>(null)
  const before = useRef<Element | null>(null)
  const after = useRef<(() => void) | null>(null)
  const show = (what: Open['what']) => (from: Element | null) => {
    before.current = from
    setOpen({ what, from, commands: registry.list(from) })
  }
  const close = () => setOpen(null)

  useCommands([
    {
      id: 'go',
      title: NAME,
      keys: ['mod+k'],
      group: 'Everywhere',
      onlyKey: true,
      holds: () => organizationId !== null,
      run: show('bar'),
    },
    ...navigation.map(({ label, to, key }) => ({
      id: `page ${to}`,
      title: `Go to ${label}`,
      keys: [`g ${key}`],
      group: 'Everywhere' as const,
      onlyKey: true,
      run: () => void navigate(to),
    })),
    { id: 'help', title: 'Keyboard shortcuts', keys: ['?'], group: 'Everywhere', run: show('help') },
  ])

  // An open bar gains the places whose code loads later, and keeps the commands of the place where it was opened.
  useEffect(
    () =>
      registry.subscribe(() =>
        setOpen((now) => {
          const known = new Set(now?.commands.map(({ id }) => id))
          return (
            now && {
              ...now,
              commands: [...now.commands, ...registry.list(now.from).filter(({ id }) => !known.has(id))],
            }
          )
        }),
      ),
    [registry],
  )

  // Runs the choice after the focus is back where it was. The dialog can't restore the focus, because its code loads
  // later.
  useEffect(() => {
    if (open !== null || before.current === null) return
    const [from, todo] = [before.current, after.current]
    before.current = null
    after.current = null
    queueMicrotask(() => {
      if (from instanceof HTMLElement && document.activeElement === document.body) from.focus()
      todo?.()
    })
  }, [open])

  // Results of another organization must not be chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the organization changes
  useEffect(() => close(), [organizationId])

  function choose(choice: Choice) {
    after.current = () => reach(choice)
    close()
  }

  function reach(choice: Choice) {
    if (choice.kind === 'page') return void navigate(choice.doable.id)
    if (choice.kind === 'action') return open?.commands.find(({ id }) => id === choice.doable.id)?.run?.(open.from)
    if (organizationId === null) return
    if (choice.kind === 'conversation') {
      handover.give({ kind: 'conversation', organizationId, conversationId: choice.conversation.id })
    } else if (choice.kind === 'patient') handover.give({ kind: 'patient', organizationId, ...choice.patient })
    if (pathname !== '/inbox') void navigate('/inbox')
  }

  const fetchAhead = () => void loadBar().catch(() => undefined)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+k Meta+k"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={({ currentTarget }) => show('bar')(currentTarget)}
        className="inline-flex h-8 items-center gap-2 rounded-md text-sm text-muted max-lg:w-8 max-lg:justify-center max-lg:hover:bg-press lg:w-full lg:max-w-110 lg:border lg:border-control lg:bg-raised lg:px-2.5 lg:hover:bg-hover pointer-coarse:max-lg:size-11"
      >
        <Search aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left max-lg:sr-only">{NAME}</span>
        <span aria-hidden className="max-lg:hidden">
          <KeyCaps keys="mod+k" />
        </span>
      </button>
      <Suspense fallback={open && <Coming what={open.what} onClose={close} />}>
        {open?.what === 'bar' && organizationId !== null && user !== null && (
          <CommandBar
            organizationId={organizationId}
            userId={user._id}
            pages={navigation.map(({ label, to, key }) => ({ id: to, title: label, keys: [`g ${key}`] }))}
            actions={open.commands.filter(({ ready, onlyKey }) => ready && !onlyKey)}
            onChoose={choose}
            onClose={close}
          />
        )}
        {open?.what === 'help' && <HelpSheet commands={open.commands} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Holds the keys until the code of the overlay is there: what is typed for it must run no command of the page. */
function Coming({ what, onClose }: { what: Open['what']; onClose: () => void }) {
  const dialog = useRef<HTMLDivElement>(null)
  useEffect(() => dialog.current?.focus(), [])
  function pressed(event: KeyboardEvent) {
    const isBarKey = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isBarKey) return
    event.preventDefault()
    onClose()
  }
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-busy="true"
      aria-label={what === 'bar' ? NAME : 'Keyboard shortcuts'}
      tabIndex={-1}
      onKeyDown={pressed}
      className="sr-only"
    />
  )
}
