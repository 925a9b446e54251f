import { usePreferences } from '#lib/preferences.store.ts'
import type { AnswerLevel } from './answer.ts'

/** Tones in Hz and the pattern of the vibration in milliseconds. */
const SIGNALS: Record<AnswerLevel, { tones: number[]; vibration: number[] }> = {
  good: { tones: [880, 1320], vibration: [80] },
  warning: { tones: [520, 520], vibration: [120, 80, 120] },
  bad: { tones: [220, 180, 160], vibration: [400] },
}
const TONE_SECONDS = 0.12
const VOLUME = 0.25

// Created by the first signal: browsers allow sound only after a touch or a key.
let audio: AudioContext | undefined

/** Plays the sound of an answer and vibrates, where the device can. */
export function playSignal(level: AnswerLevel) {
  const { tones, vibration } = SIGNALS[level]
  navigator.vibrate?.(vibration)
  if (!usePreferences.getState().sound || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume()
  for (const [index, frequency] of tones.entries()) playTone(audio, frequency, index)
}

function playTone(context: AudioContext, frequency: number, index: number) {
  const oscillator = new OscillatorNode(context, { frequency, type: 'triangle' })
  const start = context.currentTime + index * TONE_SECONDS
  oscillator.connect(new GainNode(context, { gain: VOLUME })).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + TONE_SECONDS)
}
