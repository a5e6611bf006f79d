/**
 * What a patient's text is about, by words and short patterns in English and Spanish: one list for replies, chatbots and
 * automations. A verdict names the words that told.
 */
import { fold } from '../fold.rules.ts'

export const intents = [
  'confirm',
  'decline',
  'cancelVisit',
  'reschedule',
  'book',
  'refill',
  'billing',
  'runningLate',
  'thanks',
  'emergency',
] as const
export type Intent = (typeof intents)[number]

export interface IntentVerdict {
  readonly intent: Intent
  /** The words of the text that told, as they are folded. */
  readonly words: string
}

const VISIT = '(?:appointment|appointments|appt|appts|visit|booking|checkup|check up|slot|cita|consulta|turno)'
const gap = '(?:\\s\\S+){0,3}\\s'

const PATTERNS: readonly (readonly [Intent, readonly string[]])[] = [
  [
    'emergency',
    [
      ...[
        'chest (?:pain|pains|pressure|tightness)',
        'tight(?:ness)? in (?:my|his|her) chest',
        'heart attack',
        'having a stroke',
        'a stroke',
      ],
      ...[
        '(?:cant|can not|cannot|unable to|hard to|trouble|difficulty|struggling to) breath(?:e|ing)?',
        'short(?:ness)? of breath',
        'not breathing',
        'stopped breathing',
        'choking',
      ],
      ...[
        'suicid(?:e|al)',
        '(?:kill|hurt|harm)(?:ing)? (?:myself|himself|herself|themselves)',
        '(?:want|going) to die',
        'end (?:my|his|her) life',
        'dont want to live',
      ],
      ...[
        'overdos(?:e|ed|ing)',
        '(?:took|swallowed) too many pills',
        'call(?:ing)? 911',
        '911',
        'an? ambulance',
        'ambulancia',
      ],
      ...[
        'unconscious',
        'unresponsive',
        'passed out',
        'seizure',
        '(?:wont|cant|not) stop bleeding',
        'bleeding (?:badly|heavily|a lot|out)',
        'severe bleeding',
        'anaphyla\\w*',
        'throat (?:is )?(?:closing|swelling)',
      ],
      ...[
        'dolor (?:de|en el) pecho',
        'no puedo respirar',
        'me cuesta respirar',
        'falta de aire',
        'ataque al corazon',
        'infarto',
        'derrame cerebral',
        'suicidio',
        'suicidarme',
        'matarme',
        'quiero morir(?:me)?',
      ],
      ...['sobredosis', 'inconsciente', 'convulsion(?:es|ando)?', 'sangr(?:a|ando) mucho', 'no respira'],
    ],
  ],
  [
    'cancelVisit',
    [
      ...[
        `cancel(?:l?ing|l?ed)?${gap}${VISIT}`,
        `cancel ${VISIT}`,
        `${VISIT}(?:\\s\\S+){0,4} cancel(?:l?ed)?`,
        'cancel (?:it|my|our|this|that) (?:for|on|at)',
      ],
      ...[`(?:cancelar|cancele|cancela|anular|anule)${gap}${VISIT}`, `(?:cancelar|anular) ${VISIT}`],
    ],
  ],
  [
    'reschedule',
    [
      ...[
        'reschedul(?:e|ed|ing)',
        'rebook',
        'postpone',
        `(?:change|move|switch|push)${gap}${VISIT}`,
        '(?:another|different|other|later|earlier) (?:time|day|date|slot)',
      ],
      ...[
        'reagendar',
        'reprogramar',
        'posponer',
        'aplazar',
        `cambi(?:ar|e|o)${gap}${VISIT}`,
        '(?:otra hora|otro dia|otra fecha)',
      ],
    ],
  ],
  [
    'runningLate',
    [
      ...[
        'running (?:a (?:bit|little) )?(?:late|behind)',
        '(?:be|am|im|i am) (?:\\S+ ){0,4}late',
        '\\d+ (?:min|mins|minutes) late',
        'stuck in traffic',
      ],
      ...['(?:llego|llegare|voy|vamos|voy a llegar) (?:\\S+ ){0,2}tarde', '\\d+ minutos tarde'],
    ],
  ],
  [
    'book',
    [
      ...[
        `(?:book|make|schedule|set up|get|need|want)${gap}${VISIT}`,
        `(?:book|schedule) (?:an? )?${VISIT}`,
        'see (?:a|the|my) (?:doctor|dentist|dr|provider|nurse)',
        `any${gap}(?:openings|availability)`,
      ],
      ...[
        '(?:hacer|pedir|agendar|sacar|necesito|quiero|quisiera) (?:una |un )?(?:cita|turno|consulta)',
        'ver al (?:doctor|medico|dentista)',
      ],
    ],
  ],
  [
    'refill',
    [
      ...[
        'refills?',
        're fill',
        '(?:renew|more|out of|running low on)(?:\\s\\S+){0,3} (?:prescription|prescriptions|medication|medications|medicine|meds|pills|inhaler)',
        'prescription(?:\\s\\S+){0,3} (?:sent|pharmacy|renewed)',
      ],
      ...[
        '(?:renovar|resurtir|mas|surtir)(?:\\s\\S+){0,3} (?:receta|medicina|medicamento|pastillas)',
        'se me acab(?:o|aron)(?:\\s\\S+){0,3} (?:medicina|pastillas|medicamento)',
      ],
    ],
  ],
  [
    'billing',
    [
      ...[
        '(?:my|the|a|this|your) bill',
        'billing',
        'invoice',
        'co ?pay(?:ment)?',
        'statement (?:balance|amount)',
        '(?:outstanding|owe|owed) (?:balance|on)',
        'how much (?:do i|is|was|will|does)(?:\\s\\S+){0,4} (?:owe|cost|charge|charged)',
      ],
      ...[
        'charged (?:me|twice|for)',
        'pay (?:my|the) (?:bill|balance)',
        'factura',
        'cuanto (?:debo|cuesta)',
        'cobr(?:o|aron|o de mas)',
        'la cuenta',
      ],
    ],
  ],
]

const WHOLE: readonly (readonly [Intent, RegExp])[] = [
  [
    'confirm',
    /^(?:c|y|yes|yep|yeah|yup|ok|okay|sure|confirm(?:ed)?|si|claro|confirmo|confirmad[oa]|vale|de acuerdo)(?: (?:thanks?|thank you|gracias|please|por favor))?$/,
  ],
  ['confirm', /^(?:(?:yes|ok|si) )?(?:i ?ll|i will|we ?ll|we will) be there(?: (?:thanks?|thank you))?$/],
  ['decline', /^(?:n|no|nope|nah|no thanks?|no thank you|no gracias|not interested|no me interesa)$/],
  [
    'thanks',
    /^(?:ok |okay |great |perfect )?(?:thanks?|thank you|thx|ty|many thanks|(?:muchas |mil )?gracias)(?: (?:so much|very much|a lot|again|you))?$/,
  ],
]

const COMPILED = PATTERNS.flatMap(([intent, sources]) =>
  sources.map((source) => [intent, new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u')] as const),
)

/** The intents of a text, the gravest first; empty if nothing tells. */
export function intentsOf(text: string): readonly IntentVerdict[] {
  const words = plain(text)
  const found = COMPILED.flatMap(([intent, pattern]) => {
    const [match] = pattern.exec(words) ?? []
    return match === undefined ? [] : [{ intent, words: match }]
  })
  // "I need to cancel my appointment" books nothing.
  const isAboutOld = found.some(({ intent }) => intent === 'cancelVisit' || intent === 'reschedule')
  const meant = found.filter(({ intent }) => !(isAboutOld && intent === 'book'))
  if (meant.length > 0)
    return meant.filter((one, index) => meant.findIndex(({ intent }) => intent === one.intent) === index)
  const whole = WHOLE.find(([, pattern]) => pattern.test(words))
  return whole ? [{ intent: whole[0], words }] : []
}

/** The words by which a text sounds like an emergency; null if it does not. No automatic answer may follow one. */
export function emergencyIn(text: string): string | null {
  return intentsOf(text).find(({ intent }) => intent === 'emergency')?.words ?? null
}

function plain(text: string): string {
  return fold(text.replace(/['’‘`´]/g, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
