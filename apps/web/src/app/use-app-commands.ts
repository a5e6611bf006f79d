import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import type { Command } from '../lib/commands.rules.ts'
import { useTheme } from '../lib/theme.ts'
import type { Feature } from '../parts/feature.ts'
import { useCommands, useKeyboard } from '../parts/keyboard.tsx'
import { useActiveOrganization, useServices } from '../parts/services.tsx'
import { features } from './features.ts'

type Places = Awaited<ReturnType<NonNullable<Feature['places']>>>

const THEMES = [
  { theme: 'light', title: 'Light theme', words: 'bright appearance mode' },
  { theme: 'dark', title: 'Dark theme', words: 'night appearance mode' },
  { theme: 'system', title: 'Theme of this device', words: 'system automatic appearance mode' },
] as const

/** What the command bar finds on every page: the places of all features, the organizations and the themes. */
export function useAppCommands(): void {
  const { app, theme } = useServices()
  const { choice, choose } = useTheme(theme)
  const { organizations } = useSnapshot(app.mainContext)
  const active = useActiveOrganization()
  const navigate = useNavigate()
  const all = usePlaces()

  const go = (to: string) => () => void navigate(to)
  const commands = [
    ...all
      .flatMap(({ placesOf }) => placesOf(active?.role))
      .map(({ to, ...said }) => ({ id: `place ${to}`, ...said, run: go(to) })),
    ...organizations
      .filter(({ _id }) => _id !== active?._id)
      .map(({ _id, name }) => ({
        id: `organization ${_id}`,
        title: `Switch to ${name}`,
        words: 'organization clinic',
        // The address decides the organization.
        run: go(`?organizationId=${encodeURIComponent(_id)}`),
      })),
    ...THEMES.filter((one) => one.theme !== choice).map((one) => ({
      id: `theme ${one.theme}`,
      title: one.title,
      words: one.words,
      run: () => choose(one.theme),
    })),
  ]
  useCommands(commands.map((one): Command => ({ ...one, keys: [], group: 'Everywhere' })))
  const { commands: registry } = useKeyboard()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are what changed
  useEffect(() => registry.changed(), [registry, all])
}

/** The features' places, once their data is loaded. Without it the bar lacks them, and everything else works. */
function usePlaces(): readonly Places[] {
  const [places, setPlaces] = useState<readonly Places[]>([])
  useEffect(() => {
    let isShown = true
    const loading = features.flatMap(({ places: load }) => (load ? [load()] : []))
    void Promise.allSettled(loading).then((loaded) => {
      const found = loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (isShown) setPlaces(found)
    })
    return () => {
      isShown = false
    }
  }, [])
  return places
}
