// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app

import dev.jtracer.it.frameworks.Clients
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.launch
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield

/**
 * Coroutines on the default dispatcher, on that for blocking calls, and on one that is limited. The number of the request is no
 * argument of suspending functions: where one goes on, the compiler calls it with zeros.
 */
object Coroutines {
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)
    private val limited = Dispatchers.IO.limitedParallelism(2)
    private val mutex = Mutex()
    private val orders = Channel<Order>(Channel.UNLIMITED)

    private class Order(val number: Int, val packed: CompletableDeferred<String>)

    /** Takes the number of requests. */
    @JvmStatic
    fun main(args: Array<String>) {
        repeat(2) { scope.launch { packOrders() } }
        Clients.send(args[0].toInt()) { request(it) }
        Work.exit()
    }

    private fun request(rid: Int) {
        Work.called()
        Work.begins()
        val number = rid
        scope.launch {
            Work.work(number)
            when (number % 4) {
                0 -> turns(number)
                1 -> family(number)
                2 -> flow {
                    Work.step(number)
                    emit(Work.work(number))
                }.flowOn(Dispatchers.IO).collect { Work.work(number) }
                else -> {
                    val order = Order(number, CompletableDeferred())
                    orders.send(order)
                    order.packed.await()
                }
            }
            Work.step(number)
            Work.ends()
        }
    }

    private suspend fun turns(number: Int) {
        mutex.withLock {
            yield()
            Work.work(number)
        }
        delay(1)
        Work.work(number)
        withContext(limited) { Work.work(number) }
        Work.work(number)
    }

    /** The parent goes on when its children have finished. */
    private suspend fun family(number: Int) {
        coroutineScope {
            launch(Dispatchers.IO) { Work.work(number) }
            val price = async { Work.work(number) }
            launch { yield() }
            price.await()
            Work.step(number)
        }
        Work.step(number)
    }

    private suspend fun packOrders() {
        for (order in orders) {
            order.packed.complete(Work.work(order.number))
        }
    }
}
