import { connect, createServer, type Server, type Socket } from 'node:net';

/** A host and a port. */
export type Place = { readonly host: string; readonly port: number };

/** Passes TCP connections on to another place, until the network between the two is cut. */
export type Gateway = { cut(): Promise<void>; restore(): Promise<void> };

/** Starts a gateway. */
export async function startGateway(at: Place, to: Place): Promise<Gateway> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const joined = (near: Socket): void => {
    const far = connect(to);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        for (const each of [near, far]) {
          each.destroy();
          sockets.delete(each);
        }
      });
    }
  };
  const restore = async (): Promise<void> => {
    if (server) return;
    const opening = createServer(joined);
    server = opening;
    await new Promise<void>((done, fail) => opening.once('error', fail).listen(at.port, at.host, done));
  };
  const cut = async (): Promise<void> => {
    const closing = server;
    server = null;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise<void>((done) => closing.close(() => done()));
  };
  await restore();
  return { cut, restore };
}
