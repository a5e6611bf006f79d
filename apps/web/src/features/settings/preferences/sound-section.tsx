import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { playTone } from '../../../lib/tone.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { readPreferences, savePreferences } from '../../../parts/notification-preferences.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { useOffline } from '../../../parts/use-offline.ts'
import { notifyError } from '../../../ui/notify.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'

/** The sound belongs to the notifications, which decide for which texts and in which tab it plays. */
export function SoundSection({ organizationId }: { organizationId: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const offline = useOffline()
  const [saving, setSaving] = useState(false)
  const queryKey = ['notificationPreferences', organizationId]
  const kept = useQuery({ queryKey, queryFn: () => readPreferences(api, organizationId), staleTime: 0 })

  async function choose(known: NotificationPreferences, sound: boolean) {
    // Playing on the click also makes the browser allow sounds.
    if (sound) void playTone()
    setSaving(true)
    try {
      queries.setQueryData(queryKey, await savePreferences(api, organizationId, { ...known, sound }))
    } catch (error) {
      notifyError(failureMessage(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Section
      title="Sounds"
      detail="Two soft notes for the texts that notify you, while you look elsewhere. Only one tab plays them, and never in your quiet time. Choose which texts notify you under Notifications."
    >
      <QueryState query={kept} what="Your sounds" rows={1}>
        {(known) => (
          <TickBox
            label="Play a sound on a new text"
            checked={known.sound}
            disabled={saving || offline}
            onChange={(sound) => void choose(known, sound)}
          />
        )}
      </QueryState>
    </Section>
  )
}
