import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import { useApi } from '../../../parts/services.tsx'
import { fieldEdge } from '../../../ui/field-frame.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { POPOVER } from '../../../ui/popover-look.rules.ts'
import { type ChoiceProps, TargetWords } from './file-rows.tsx'
import { referralTarget, type Target } from './targets.rules.ts'

interface ReferralChoiceProps extends ChoiceProps {
  organizationId: string
  today: string
}

/** A choice of the referral of a document; the server searches. */
export function ReferralChoice({ target, onChoose, ...choice }: ReferralChoiceProps) {
  const place = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  // The search and the button replace each other, and the focus goes from one to the other.
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    place.current?.querySelector<HTMLElement>(target === null ? 'input' : 'button')?.focus()
  }, [target])
  function choose(next: Target | null) {
    isMoved.current = true
    onChoose(next)
  }
  return (
    <div ref={place} className="flex w-70 max-w-full min-w-0 items-center gap-1 max-md:w-full">
      {target === null ? (
        <ReferralSearch {...choice} onChoose={choose} />
      ) : (
        <>
          <div className="min-w-0 flex-1">
            <TargetWords target={target} />
          </div>
          <IconButton
            icon={Pencil}
            label={`Choose another referral for ${choice.fileName}`}
            onClick={() => choose(null)}
          />
        </>
      )}
    </div>
  )
}

/** The search waits for this pause in typing. */
const STILL_MS = 200
const OFFERED = 20

function ReferralSearch(props: Omit<ReferralChoiceProps, 'target'>) {
  const { organizationId, today, fileName, match, onChoose } = props
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [isTouched, setIsTouched] = useState(false)
  const asked = useHeldValue(typed.trim(), STILL_MS)
  const fitting = asked === '' && match?.kind === 'several' ? match.targets : null
  const found = useQuery({
    queryKey: ['referrals for documents', organizationId, asked],
    queryFn: ({ signal }) => {
      const query = { organizationId, limit: OFFERED, ...(asked !== '' && { search: asked }) }
      return api('referrals', { query, signal })
    },
    enabled: isTouched && fitting === null,
    gcTime: 0,
    retry: false,
  })
  // Enter takes the first of the list, so no list is offered that is older than the typed text.
  const isAsked = asked === typed.trim()
  const offered = isAsked ? (fitting ?? (found.data?.data ?? []).map((one) => referralTarget(one, today))) : []
  const said = !isAsked
    ? null
    : found.isError
      ? 'The search didn’t work. Try again.'
      : found.isSuccess && fitting === null
        ? foundWords(offered.length, found.data.cursor !== null, asked)
        : null
  return (
    <Combobox<Target | null> value={null} immediate onChange={(target) => target && onChoose(target)}>
      <div className="w-full min-w-0">
        <ComboboxInput
          aria-label={`The referral of ${fileName}`}
          autoComplete="off"
          maxLength={100}
          value={typed}
          placeholder="Patient, MRN or provider"
          onFocus={() => setIsTouched(true)}
          onChange={({ target }) => setTyped(target.value)}
          // Enter would close the list that is about to come.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (!isAsked || found.isFetching)) event.preventDefault()
          }}
          className={`focus-shell h-8 w-full rounded-md border bg-raised px-2.5 text-sm outline-none pointer-coarse:h-11 max-md:h-11 max-md:text-md ${fieldEdge(undefined)}`}
        />
        <ComboboxOptions anchor="bottom start" className={`${POPOVER} w-(--input-width) empty:invisible`}>
          {offered.map((target) => (
            <ComboboxOption
              key={target.id}
              value={target}
              className="min-h-10 cursor-pointer rounded-md px-2 py-1.5 text-sm data-focus:bg-selected pointer-coarse:min-h-11"
            >
              <bdi className="block wrap-anywhere">{target.label}</bdi>
              <span className="num block text-xs text-muted">{target.detail}</span>
            </ComboboxOption>
          ))}
        </ComboboxOptions>
        {said !== null && (
          <p
            role={found.isError ? 'alert' : 'status'}
            className={`mt-1 text-xs ${found.isError ? 'text-bad-text' : 'text-muted'}`}
          >
            {said}
          </p>
        )}
      </div>
    </Combobox>
  )
}

function foundWords(count: number, hasMore: boolean, asked: string): string | null {
  if (count === 0) return 'No referral found'
  return hasMore && asked !== '' ? 'More fit: type more of the name' : null
}
