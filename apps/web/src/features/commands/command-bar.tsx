import { Combobox, ComboboxInput, Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { useActorRef, useSelector } from '@xstate/react'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { useApi } from '../../parts/services.tsx'
import { useOffline } from '../../parts/use-offline.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { searchEverything } from './command-bar.actors.ts'
import { commandBarMachine } from './command-bar.machine.ts'
import { type Choice, type Doable, NOTHING_FOUND, sectionsOf } from './command-bar.rules.ts'
import { BarNotes } from './command-notes.tsx'
import { CommandResults } from './command-results.tsx'

const NAME = 'Go to a patient, conversation or page'

interface CommandBarProps {
  organizationId: string
  userId: string
  pages: readonly Doable[]
  /** The actions that are possible where the bar was opened. */
  actions: readonly Doable[]
  onChoose: (choice: Choice) => void
  onClose: () => void
}

/** [DESIGN-13] One field that finds patients, conversations, pages and actions. */
export function CommandBar({ organizationId, userId, pages, actions, onChoose, onClose }: CommandBarProps) {
  const api = useApi()
  const offline = useOffline()
  const machine = useMemo(
    () => commandBarMachine.provide({ actors: { search: searchEverything({ api, organizationId, userId }) } }),
    [api, organizationId, userId],
  )
  const bar = useActorRef(machine, { input: { offline } })
  const state = useSelector(bar, (snapshot) => snapshot.value)
  const { typed, found } = useSelector(bar, (snapshot) => snapshot.context)
  useEffect(() => bar.send({ type: 'connection.changed', offline }), [bar, offline])

  const sections = sectionsOf({ typed, pages, actions, found: state === 'resting' ? NOTHING_FOUND : found })

  // Handled in the capture phase: the list would take the first Escape, and the browser Ctrl K.
  function onKeyDown(event: KeyboardEvent) {
    const again = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (event.nativeEvent.isComposing || !(again || event.key === 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    <Dialog open onClose={onClose} className="relative z-(--z-dialog)">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-start justify-center md:px-4 md:pt-[12dvh]">
        <DialogPanel
          onKeyDownCapture={onKeyDown}
          className="flex w-full flex-col overflow-hidden bg-surface text-ink shadow-sheet max-md:h-full md:max-h-[70dvh] md:max-w-160 md:rounded-xl"
        >
          <DialogTitle className="sr-only">{NAME}</DialogTitle>
          <Combobox<Choice | null> value={null} onChange={(choice) => choice && onChoose(choice)} immediate>
            <div className="flex h-14 shrink-0 items-center gap-2.5 border-b border-line pr-2 pl-4">
              <Search aria-hidden size={18} className="shrink-0 text-muted" />
              <ComboboxInput
                autoFocus
                aria-label={NAME}
                placeholder={NAME}
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                maxLength={100}
                enterKeyHint="go"
                value={typed}
                onChange={({ target }) => bar.send({ type: 'typed', text: target.value })}
                className="h-full min-w-0 flex-1 bg-transparent text-md outline-none"
              />
              <IconButton icon={X} label="Close" size="lg" onClick={onClose} />
            </div>
            <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto p-2">
              <CommandResults sections={sections} />
              <BarNotes {...{ state, typed, sections }} onRetry={() => bar.send({ type: 'retry.requested' })} />
            </div>
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}
