/** The command line of a long chaos run. An argument that would make it do nothing is refused with a message. */
import { parseArgs } from 'node:util'
import { FAULTS } from './faults.ts'

export function readArguments(args: readonly string[]) {
  const { values, tokens } = parseArgs({
    args: [...args],
    tokens: true,
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string' },
      sockets: { type: 'string' },
      only: { type: 'string' },
      'kill-each': { type: 'boolean', default: false },
      'remove-each-rule': { type: 'boolean', default: false },
    },
  })
  const isKillEach = values['kill-each']
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : whole('seed', values.seed)
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && Number.isFinite(minutes)))
    throw new Error(`--minutes ${values.minutes} is not a positive number.`)
  const given = tokens.flatMap((token) =>
    token.kind === 'option' && token.name !== 'seed' ? [token.rawName, ...(token.value ? [token.value] : [])] : [],
  )
  return {
    ...{ seed, minutes, isKillEach, isRemoving: values['remove-each-rule'] },
    sockets: whole('sockets', values.sockets ?? (isKillEach ? '500' : '60')),
    chosen: values.only === undefined ? FAULTS : chosenOf(values.only),
    /** The command that repeats the run. */
    again: ['npm run chaos --', ...given, '--seed', seed].join(' '),
  }
}

function chosenOf(only: string) {
  const ids = only.split(',')
  const known = new Set(FAULTS.flatMap(({ id }) => id.split(', ')))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new Error(`--only ${only}: there is no fault ${unknown.join(', ')}. There are ${[...known].join(', ')}.`)
  return FAULTS.filter(({ id }) => id.split(', ').some((one) => ids.includes(one)))
}

function whole(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} ${value} is not a whole number.`)
  return Number(value)
}
