import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { newer } from '@foyer/contracts/collection.rules.ts'
import { useMemo, useState } from 'react'
import { useTemplates } from '../../parts/campaigns/use-templates.ts'

/** The templates with the answers to calls of this person, until the stream tells as much. */
export function useKnownTemplates(organizationId: string) {
  const { data, ...rows } = useTemplates(organizationId)
  const [answered, setAnswered] = useState<ReadonlyMap<string, NotifierTemplate>>(new Map())
  const shown = useMemo(
    () =>
      data?.flatMap((held) => {
        const answer = answered.get(held._id)
        const one = answer === undefined ? held : newer(held, answer)
        return one.deleted ? [] : [one]
      }),
    [data, answered],
  )
  return {
    ...rows,
    data: shown,
    put: (template: NotifierTemplate) => setAnswered((before) => new Map(before).set(template._id, template)),
  }
}
