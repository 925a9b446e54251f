import type { Ack, ClientEvent, Payload } from '@marquee/contract/socket'
import { withProof } from '#lib/api/with-proof.ts'
import { emitWithAck } from './socket.ts'

/** As `emitWithAck`. If the server answers with a challenge, solves it and sends the event again with the proof. */
export const emitWithProof = <E extends ClientEvent>(event: E, payload: Payload<E>) =>
  withProof(
    (proof) => emitWithAck(event, proof ? { ...Object(payload), proof } : payload),
    (ack: Ack) => (ack.ok ? undefined : ack.challenge),
  )
