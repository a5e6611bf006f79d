import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { useApp } from '../../parts/services.tsx'
import { type AttributeKind, attributesEditOf, type Chosen, changedNames, madeMeanwhile } from './attributes.rules.ts'
import { isUntold } from './listing-editor.machine.ts'
import { useListingChange } from './use-listing-editor.ts'

interface Read {
  readonly attributes: Reply<'listingAttributes'>['attributes']
  readonly kinds: readonly AttributeKind[]
}

/** The attributes of a location with what was chosen here over them; a change of anybody is read anew. */
export function useAttributes(organizationId: string, id: string) {
  const api = useListingsApi(organizationId)
  const queries = useQueryClient()
  const params = { id }
  const key = ['listingAttributes', organizationId, id]
  const [chosen, setChosen] = useState<Chosen>({})
  const [saving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Read> => {
      const [{ attributes }, { attributeMetadata: kinds }] = await Promise.all([
        api('listingAttributes', { params, signal }),
        api('listingAttributeMetadata', { params, signal }),
      ])
      return { attributes, kinds }
    },
    gcTime: 0,
  })
  const userId = useApp().mainContext.user?._id
  const { refetch } = query
  const change = useListingChange(organizationId, id)
  const settled = change?.kind === 'attributes' && change.state !== 'sending' ? change.version : null
  useEffect(() => {
    if (settled !== null) void refetch()
  }, [settled, refetch])
  const isOwn = change?.kind === 'attributes' && change.by === userId
  const saved = query.data?.attributes ?? []
  const names = changedNames(saved, chosen)

  return {
    ...{ query, saved, chosen, names, saving, isSaved, error },
    /** Google refused a change of which it had not answered in time. */
    refusedLater: isOwn && change.state === 'refused' && error !== null && isUntold(error) ? change.problems : [],
    choose(name: string, value: Chosen[string]) {
      setSaved(false)
      setError(null)
      setChosen((before) => ({ ...before, [name]: value }))
    },
    discard: () => setChosen({}),
    async save() {
      setSaving(true)
      setSaved(false)
      setError(null)
      try {
        const body = { attributes: attributesEditOf(names, chosen) }
        const query = { attributeMask: names.join(',') }
        const { attributes } = await api('changeListingAttributes', { params, query, body })
        queries.setQueryData<Read>(key, (old) => old && { ...old, attributes })
        setChosen((now) => madeMeanwhile(chosen, now))
        setSaved(true)
      } catch (failure) {
        setError(failure)
      } finally {
        setSaving(false)
      }
    },
  }
}
