import { shallowEqual, useSelector } from '@xstate/react'
import type { ListActor } from './conversation-list.machine.ts'
import { searchWords } from './list-search.rules.ts'

/** Says above the list whose answer it shows, also while another search is under way. */
export function SearchLine({ list }: { list: ListActor }) {
  const words = useSelector(
    list,
    ({ context }) => searchWords(context),
    (one, other) => shallowEqual(one, other),
  )
  return (
    <div className={words === null ? 'sr-only' : 'shrink-0 border-b border-line px-4 py-1.5 text-xs md:px-3'}>
      <p role="status" aria-label="Search" className="inline font-medium wrap-anywhere">
        {words?.said}
      </p>
      {words !== null && words.awaited !== null && (
        <span className="text-muted wrap-anywhere">
          {words.said === '' ? '' : ' · '}
          {words.awaited === '' ? 'clearing…' : `searching for “${words.awaited}”…`}
        </span>
      )}
    </div>
  )
}
