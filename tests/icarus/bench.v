`timescale 1us / 1us

// Does the steps of a file to the circuit; shows how it stands at power-up and after every line.
//     +steps=FILE    a step a line: hands to operate, hands to let go (both hexadecimal), the time
//                    that passes in microseconds or -1 to settle, 1 at the end of a script's line
//     +quiet         shows only how it stands in the end
module bench;
    localparam SETTLE = 10_000_000;     // costs nothing: no time is simulated in which nothing moves

    reg [`HANDS-1:0] hand = `START;
    wire [`SHOWN-1:0] shown;
    circuit circuit(hand, shown);

    reg [`HANDS-1:0] operate, let_go;
    integer file, span, last, quiet;
    reg [8*1024-1:0] steps;
    reg round = 0;

    initial begin
        quiet = $test$plusargs("quiet");
        if (!$value$plusargs("steps=%s", steps)) $finish;
        file = $fopen(steps, "r");
        #(SETTLE) if (!quiet) $display("%b", shown);
        while ($fscanf(file, "%h %h %d %d", operate, let_go, span, last) == 4) begin
            hand <= (hand | operate) & ~let_go;
            if (span < 0) #(SETTLE);
            else begin
                #(span);
                // What is due at the last instant still happens in it, before the next hand acts.
                repeat (16) begin
                    round <= !round;
                    @(round);
                end
            end
            if (last && !quiet) $display("%b", shown);
        end
        if (quiet) $display("%b", shown);
        $finish;
    end
endmodule
