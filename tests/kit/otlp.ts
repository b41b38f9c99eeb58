import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type SentSpan = {
  name: string;
  traceId: string;
  id: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  ms: number;
  hasFailed: boolean;
  attributes: Record<string, string | number>;
  /** Ids of spans in other traces. */
  links: string[];
  /** Attributes of the process. */
  resource: Record<string, string | number>;
};

type Fields = Map<number, (bigint | Buffer)[]>;

/** Reads the fields of a protobuf message. */
function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const readValue = (wire: number): bigint | Buffer => {
    if (wire === 0) return varint();
    const length = wire === 2 ? Number(varint()) : wire === 1 ? 8 : 4;
    at += length;
    if (wire === 2) return bytes.subarray(at - length, at);
    return length === 8 ? bytes.readBigUInt64LE(at - 8) : BigInt(bytes.readUInt32LE(at - 4));
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), readValue(tag & 7)]);
  }
  return fields;
}

const messages = (fields: Fields, field: number): Fields[] =>
  (fields.get(field) ?? []).map((one) => fieldsOf(one as Buffer));
const bytesOf = (fields: Fields, field: number) => (fields.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
const numberOf = (fields: Fields, field: number) => (fields.get(field)?.[0] as bigint | undefined) ?? 0n;

function attributesOf(fields: Fields, field: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(fields, field).map((one) => {
      const [value = new Map()] = messages(one, 2);
      return [`${bytesOf(one, 1)}`, value.has(1) ? `${bytesOf(value, 1)}` : Number(numberOf(value, 3))];
    }),
  );
}

/** The numbers are those of OpenTelemetry's `trace.proto`. */
const spanOf = (span: Fields, resource: SentSpan['resource']): SentSpan => ({
  name: `${bytesOf(span, 5)}`,
  traceId: bytesOf(span, 1).toString('hex'),
  id: bytesOf(span, 2).toString('hex'),
  parentId: bytesOf(span, 4).toString('hex'),
  ms: Number(numberOf(span, 8) - numberOf(span, 7)) / 1e6,
  hasFailed: messages(span, 15).some((status) => numberOf(status, 3) === 2n),
  attributes: attributesOf(span, 9),
  links: messages(span, 13).map((link) => bytesOf(link, 2).toString('hex')),
  resource,
});

/** An OpenTelemetry collector that keeps the spans it receives over http/protobuf. */
export class TestCollector {
  readonly spans: SentSpan[] = [];
  /** All bytes that were received. */
  received = '';
  headers: IncomingHttpHeaders = {};
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<TestCollector> {
    const server = createServer();
    const collector = new TestCollector(server);
    server.on('request', async (request, response) => {
      const body = await buffer(request);
      collector.headers = request.headers;
      if (request.url === '/v1/traces') collector.#keep(body);
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'Content-Type': 'application/x-protobuf' }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #keep(body: Buffer): void {
    this.received += body.toString('latin1');
    for (const one of messages(fieldsOf(body), 1)) {
      const resource = messages(one, 1).map((fields) => attributesOf(fields, 1))[0] ?? {};
      for (const scope of messages(one, 2)) {
        for (const span of messages(scope, 2)) this.spans.push(spanOf(span, resource));
      }
    }
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
