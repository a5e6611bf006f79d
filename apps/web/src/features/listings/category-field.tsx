import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { POPOVER } from '../../ui/popover-look.rules.ts'
import { CATEGORIES_MAX, type Category, type ListingDraft } from './listing-draft.rules.ts'

interface CategoryFieldProps {
  organizationId: string
  draft: ListingDraft
  onChange: (part: Partial<ListingDraft>) => void
}

/** The search waits for this pause in typing. */
const STILL_MS = 250

/** [CALL-LISTINGS-05] The main category and the others; when the main one is removed, the next takes its place. */
export function CategoryField({ organizationId, draft, onChange }: CategoryFieldProps) {
  const api = useListingsApi(organizationId)
  const id = useId()
  const [typed, setTyped] = useState('')
  const search = useHeldValue(typed.trim(), STILL_MS)
  const found = useQuery({
    queryKey: ['listingCategories', search],
    queryFn: ({ signal }) => api('listingCategories', { query: { view: 'FULL', search }, signal }),
    enabled: search !== '',
  })
  const { primaryCategory, otherCategories } = draft
  const chosen = new Set([primaryCategory, ...otherCategories].map((one) => one?.name))
  const isAsked = search === typed.trim()
  const offered = isAsked ? (found.data?.categories ?? []).filter(({ name }) => !chosen.has(name)) : []
  const isFull = primaryCategory !== null && otherCategories.length >= CATEGORIES_MAX
  const add = (category: Category | null) => {
    if (category === null) return
    setTyped('')
    onChange(
      primaryCategory === null ? { primaryCategory: category } : { otherCategories: [...otherCategories, category] },
    )
  }
  return (
    <div>
      <ul aria-label="Categories" className="mb-2 flex flex-wrap gap-2">
        {primaryCategory && (
          <li className="flex items-center gap-1.5 rounded-full border border-accent px-3 py-1 text-sm">
            {primaryCategory.displayName}
            <span className="text-xs text-muted">main</span>
            {otherCategories.length > 0 && (
              <IconButton
                icon={X}
                size="sm"
                label={`Remove ${primaryCategory.displayName}`}
                onClick={() =>
                  onChange({ primaryCategory: otherCategories[0] ?? null, otherCategories: otherCategories.slice(1) })
                }
              />
            )}
          </li>
        )}
        {otherCategories.map((category, place) => (
          <li key={category.name} className="flex items-center rounded-full border border-line-strong pl-3 text-sm">
            {category.displayName}
            <IconButton
              icon={X}
              size="sm"
              label={`Remove ${category.displayName}`}
              onClick={() => onChange({ otherCategories: otherCategories.toSpliced(place, 1) })}
            />
          </li>
        ))}
      </ul>
      <Combobox<Category | null> value={null} onChange={add} disabled={isFull}>
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          Add a category
        </label>
        <ComboboxInput
          id={id}
          autoComplete="off"
          maxLength={100}
          value={typed}
          placeholder="Medical clinic"
          onChange={({ target }) => setTyped(target.value)}
          className="focus-shell h-10 w-72 max-w-full rounded-md border border-control bg-raised px-2.5 text-base text-ink max-md:h-11"
        />
        <ComboboxOptions
          anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
          modal={false}
          className={`${POPOVER} w-(--input-width) empty:hidden`}
        >
          {offered.map((category) => (
            <ComboboxOption
              key={category.name}
              value={category}
              className="cursor-default rounded-md px-2.5 py-1.5 text-sm data-focus:bg-hover pointer-coarse:min-h-11"
            >
              {category.displayName}
            </ComboboxOption>
          ))}
        </ComboboxOptions>
      </Combobox>
      {isFull && <p className="mt-1 text-xs text-muted">{`Google takes at most ${CATEGORIES_MAX + 1} categories.`}</p>}
      {found.isError && (
        <p role="alert" className="mt-1 text-xs text-bad-text">
          The search didn’t work. Try again.
        </p>
      )}
      {isAsked && search !== '' && found.isSuccess && offered.length === 0 && (
        <p role="status" className="mt-1 text-xs text-muted">
          No category found
        </p>
      )}
    </div>
  )
}
