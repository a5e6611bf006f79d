/** Starts and stops the busy morning, and returns its state. */
import express, { type Router } from 'express'
import { z } from 'zod'
import { read } from '../read.ts'
import { type Morning, SPEEDS } from './morning.ts'

const changeSchema = z.strictObject({
  isPlaying: z.boolean(),
  speed: z.number().min(SPEEDS.least).max(SPEEDS.most).default(1),
  /** The same seed plays the same script. */
  seed: z.string().min(1).max(100).optional(),
})

/** `morning` is null where the sandbox has no cast: the page then offers no button. */
export function morningRoutes({ morning, newSeed }: { readonly morning: Morning | null; newSeed(): string }): Router {
  const router = express.Router()
  router.get('/morning', (_req, res) => void res.json({ morning: morning?.now() ?? null }))
  router.post('/morning', express.json({ limit: '1kb' }), (req, res) => {
    const change = read(changeSchema, req.body, res)
    if (!change) return
    if (!morning)
      return void res.status(404).json({ code: 'error', message: 'This sandbox was started without a cast.' })
    const { isPlaying, speed, seed = newSeed() } = change
    res.json({ morning: isPlaying ? morning.play({ speed, seed }) : morning.stop() })
  })
  return router
}
