import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLive } from '../../../parts/live-context.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { offlineWords } from '../../../parts/use-offline.ts'
import { useTeams } from '../../../parts/use-teams.ts'
import { Button } from '../../../ui/button.tsx'
import type { Act } from '../conversation-actions.actors.ts'
import { assigning, keyOf, nameOf, type Target, targetsOf } from './assign.rules.ts'
import { reasonsOf } from './kept-reasons.rules.ts'
import { TargetLine } from './target-line.tsx'
import { useWorkload } from './use-workload.ts'

export interface AssignProps {
  conversation: Conversation
  colleagues: readonly Colleague[]
  me: Colleague
  offline: boolean
  onAct: Act
}

interface AssignChoicesProps extends AssignProps {
  onDone: () => void
}

/**
 * A searchable list of colleagues and teams, and a field for the reason, which is kept as a note. A reason that the server has
 * not agreed to is in the field again.
 */
export function AssignChoices({ conversation, colleagues, me, offline, onAct, onDone }: AssignChoicesProps) {
  const teams = useTeams(conversation.organizationId)
  const work = useWorkload(conversation.organizationId)
  const [search, setSearch] = useState('')
  const reasons = reasonsOf(useLive(), `${conversation.organizationId} ${me._id}`)
  const [why, setWhy] = useState(() => reasons.get(conversation.id) ?? '')
  /** The choice that was marked when the search lost the focus: the one for the button below the reason. */
  const [marked, setMarked] = useState<Target | null>(null)
  const { people, teams: ofTeams } = targetsOf(conversation, { me, colleagues, teams: teams.data ?? [] }, search)
  const isNone = people.length + ofTeams.length === 0
  /** A search marks its first match. */
  const first = search.trim() === '' ? null : (people[0] ?? ofTeams[0] ?? null)

  function choose(target: Target | null) {
    if (target === null || offline) return
    reasons.put(conversation.id, why)
    onAct(assigning(conversation.id, target, why), (agreed) => {
      if (agreed && reasons.get(conversation.id) === why) reasons.put(conversation.id, '')
    })
    onDone()
  }
  const line = (target: Target) => (
    <ComboboxOption
      key={keyOf(target)}
      value={target}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 text-sm data-focus:bg-selected-soft pointer-coarse:min-h-11"
    >
      <TargetLine {...{ target, conversation, work }} />
    </ComboboxOption>
  )

  return (
    <Combobox<Target | null>
      value={null}
      onChange={choose}
      by={(left, right) => left !== null && right !== null && keyOf(left) === keyOf(right)}
      immediate
    >
      {({ activeOption }) => (
        <>
          <SearchField search={search} onSearch={setSearch} onLeave={() => setMarked(activeOption ?? first)} />
          {offline && (
            <p role="status" className="px-2 pb-1 text-xs text-warn-text">
              {offlineWords('Assigning')}
            </p>
          )}
          <ComboboxOptions
            static
            // The field for the reason is reachable beside the list.
            modal={false}
            aria-label="Colleagues and teams"
            className="scrollbar-quiet max-h-72 min-h-0 shrink overflow-y-auto outline-none max-md:max-h-[40dvh]"
          >
            {people.map(line)}
            {ofTeams.length > 0 && <Heading>Teams</Heading>}
            {ofTeams.map(line)}
          </ComboboxOptions>
          <ListNote isNone={isNone} search={search} teamsFailed={teams.isError} workFailed={work.failed} />
          <Why
            why={why}
            marked={isNone ? null : marked}
            disabledReason={offline ? offlineWords('Assigning') : undefined}
            onWhy={setWhy}
            onChoose={choose}
          />
        </>
      )}
    </Combobox>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <div role="presentation" className="mt-1 border-t border-line px-2 pt-2 pb-1 text-xs font-semibold text-muted">
      {children}
    </div>
  )
}

interface SearchFieldProps {
  search: string
  onSearch: (search: string) => void
  onLeave: () => void
}

function SearchField({ search, onSearch, onLeave }: SearchFieldProps) {
  return (
    <div className="focus-shell m-1 flex h-8 shrink-0 items-center gap-2 rounded-md border border-control bg-raised px-2 pointer-coarse:h-11">
      <Search aria-hidden size={14} className="shrink-0 text-muted" />
      <ComboboxInput
        aria-label="Search colleagues and teams"
        placeholder="Search colleagues and teams"
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDownCapture={(event: KeyboardEvent) => {
          if (event.key !== 'Tab') return
          // The library would choose the marked option; Tab only leads on to the reason.
          event.stopPropagation()
          onLeave()
        }}
        className="min-w-0 flex-1 bg-transparent text-sm outline-none max-md:text-md"
      />
    </div>
  )
}

interface ListNoteProps {
  isNone: boolean
  search: string
  teamsFailed: boolean
  workFailed: boolean
}

function ListNote({ isNone, search, teamsFailed, workFailed }: ListNoteProps) {
  const words = isNone
    ? `No colleague or team matches “${search.trim()}”.`
    : teamsFailed
      ? 'The teams could not be read.'
      : workFailed
        ? 'How many conversations each has could not be read.'
        : null
  return (
    <p role="status" className="px-2 text-xs text-muted not-empty:py-1.5">
      {words}
    </p>
  )
}

interface WhyProps {
  why: string
  marked: Target | null
  disabledReason: string | undefined
  onWhy: (why: string) => void
  onChoose: (target: Target | null) => void
}

const WHY_MAX = 1600

function Why({ why, marked, disabledReason, onWhy, onChoose }: WhyProps) {
  const field = useId()
  const isSaid = why.trim() !== ''
  return (
    <div className="mt-1 shrink-0 border-t border-line px-2 pt-2 pb-1.5">
      <label htmlFor={field} className="mb-1 block text-xs font-medium text-muted">
        Say why (optional)
      </label>
      <textarea
        id={field}
        dir="auto"
        rows={2}
        maxLength={WHY_MAX}
        value={why}
        placeholder="Kept as a note with the mention"
        onChange={({ target }) => onWhy(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (isSaid && disabledReason === undefined) onChoose(marked)
        }}
        className="focus-shell block w-full resize-none rounded-md border border-note-line bg-note px-2 py-1.5 text-sm text-ink placeholder:text-muted max-md:text-md"
      />
      {isSaid &&
        (marked === null ? (
          <p className="pt-1.5 text-xs text-muted">Choose a colleague or a team above.</p>
        ) : (
          <Button
            kind="note"
            size="sm"
            className="mt-1.5"
            disabledReason={disabledReason}
            onClick={() => onChoose(marked)}
          >
            {buttonWords(marked)}
          </Button>
        ))}
    </div>
  )
}

function buttonWords(target: Target): string {
  switch (target.kind) {
    case 'staff':
      return target.isMe ? 'Assign to you, with the note' : `Assign to ${nameOf(target)}, with the note`
    case 'team':
      return `Give to ${nameOf(target)}, with the note`
    case 'nobody':
      return 'Unassign, with the note'
    case 'noTeam':
      return 'Take from the team, with the note'
  }
}
